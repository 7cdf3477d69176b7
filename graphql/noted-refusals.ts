import { type ExecutionArgs, type GraphQLError, type GraphQLField, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { accessOf } from '@/graphql/access-of';
import type { GraphqlContext } from '@/graphql/context';
import { rootFields } from '@/graphql/root-fields';
import { AppError } from '@/lib/server/errors';

/** Yoga plugin: notes for the audit trail who called a field for admins and was refused, FORBIDDEN. */
export const notedRefusals: Plugin<GraphqlContext> = {
  onExecute: () => ({
    onExecuteDone: ({ args, result }) => {
      const { viewer, refusals, client, now }: GraphqlContext = args.contextValue;
      if (!viewer || !('errors' in result)) return;
      for (const { name } of refusedFields(args, result.errors ?? []))
        refusals.call(viewer, { operation: name, address: client.address, at: now() });
    },
  }),
};

/** The root fields for admins that were refused as a whole or in part, once for each time they were called. */
function refusedFields(
  { schema, document, operationName }: ExecutionArgs,
  errors: readonly GraphQLError[],
): GraphQLField<unknown, unknown>[] {
  const forbidden = errors.filter(
    ({ originalError }) => originalError instanceof AppError && originalError.code === 'FORBIDDEN',
  );
  const keys = new Set(forbidden.map(({ path }) => path?.[0]));
  if (keys.size === 0) return [];
  const operation = getOperationAST(document, operationName);
  const fields = operation && schema.getRootType(operation.operation)?.getFields();
  return [...rootFields(document, operationName)].flatMap(([key, name]) => {
    const field = keys.has(key) ? fields?.[name] : undefined;
    return field && accessOf(field).startsWith('admin:') ? [field] : [];
  });
}
