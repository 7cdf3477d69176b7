import { printSchema } from 'graphql';
import { accessOf } from '@/graphql/access-of';
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
