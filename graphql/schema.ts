import '@/graphql/scalars';
import '@/graphql/account/account.fields';
import '@/graphql/api-keys/api-keys.fields';
import '@/graphql/audit/audit.queries';
import '@/graphql/auth/auth.fields';
import '@/graphql/billing/billing.fields';
import '@/graphql/bulk/bulk.fields';
import '@/graphql/usage/usage.queries';
import '@/graphql/users/users.fields';
import '@/graphql/webhooks/webhooks.fields';
import '@/graphql/workflows/workflows.mutations';
import '@/graphql/workflows/workflows.queries';
import { printSchema } from 'graphql';
import { builder } from '@/graphql/builder';
import { inFairTurns } from '@/graphql/caller-turns';
import { accessOf } from '@/graphql/root-fields';

/** The whole API, loaded from the domain folders. */
export const schema = inFairTurns(builder.toSchema());

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
