import { type ExecutionArgs, type GraphQLError, type GraphQLField, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '@/graphql/graphql-context';
import { accessOf, rootFields } from '@/graphql/root-fields';
import { AppError } from '@/lib/server/errors';

/** Yoga plugin: notes for the audit trail whose calls of admin fields failed with FORBIDDEN. */
export const auditRefusals: Plugin<GraphqlContext> = {
  onExecute: () => ({ onExecuteDone: ({ args, result }) => note(args, result) }),
  onSubscribe: () => ({ onSubscribeResult: ({ args, result }) => note(args, result) }),
};

function note(args: ExecutionArgs & { contextValue: GraphqlContext }, result: object): void {
  const { viewer, refusals, client, now } = args.contextValue;
  if (!viewer || !hasErrors(result)) return;
  for (const { name } of refusedFields(args, result.errors))
    refusals.call(viewer, { operation: name, address: client.address, at: now() });
}

const hasErrors = (result: object): result is { errors: readonly GraphQLError[] } =>
  'errors' in result && Array.isArray(result.errors);

/** The admin root fields that were refused in whole or in part, once per call of each. */
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
