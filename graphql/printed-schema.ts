import { type GraphQLField, printSchema } from 'graphql';
import { schema } from '@/graphql/schema';

/** The schema's language, as committed in schema.graphql. */
export const printedSchema = () => `${printSchema(schema)}\n`;

/** What each root field needs of its caller, as committed in access.json; the schema's language cannot say it. */
export function printedAccess(): string {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const access = Object.fromEntries(fields.map((field) => [field.name, accessOf(field)]).sort());
  return `${JSON.stringify(access, null, 2)}\n`;
}

/** @throws Error for a field that declares nothing */
function accessOf({ name, extensions }: GraphQLField<unknown, unknown>): string {
  const options = extensions.pothosOptions as { authScopes?: { access?: string; anyone?: true } } | undefined;
  const access = options?.authScopes?.access ?? (options?.authScopes?.anyone && 'anyone');
  if (!access) throw new Error(`${name} does not declare who may call it.`);
  return access;
}
