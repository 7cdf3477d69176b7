import { type DocumentNode, type GraphQLSchema, getOperationAST } from 'graphql';
import { rootFields } from '@/graphql/root-fields';
import { limits } from '@/lib/config/limits';

/** Declares that a root field takes a workflow, so that its request may be larger than others. */
export const takesWorkflow = { bodyBytes: limits.graphql.workflowBytes };

/** How many bytes of JSON an operation's request may have: the most only if each of its root fields declares it. */
export function bodyBytes(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): number {
  const operation = getOperationAST(document, operationName);
  const fields = operation ? schema.getRootType(operation.operation)?.getFields() : undefined;
  const declared = [...rootFields(document, operationName).values()].map((name) =>
    Number(fields?.[name]?.extensions.bodyBytes ?? limits.graphql.bodyBytes),
  );
  return declared.length > 0 ? Math.min(...declared) : limits.graphql.bodyBytes;
}
