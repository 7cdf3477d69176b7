import { printSchema } from 'graphql';
import { accessOf } from '@/graphql/access-of';
import { schema } from '@/graphql/schema';

/** The schema in SDL, as committed in schema.graphql. */
export const printedSchema = () => `${printSchema(schema)}\n`;

/** The access that each root field requires, as committed in access.json; SDL can't express it. */
export function printedAccess(): string {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const access = Object.fromEntries(fields.map((field) => [field.name, accessOf(field)]).sort());
  return `${JSON.stringify(access, null, 2)}\n`;
}
