import {
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  type GraphQLError,
  type GraphQLField,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { accessOf } from '@/graphql/access-of';
import type { GraphqlContext } from '@/graphql/context';
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
  args: ExecutionArgs,
  errors: readonly GraphQLError[],
): GraphQLField<unknown, unknown>[] {
  const forbidden = errors.filter(
    ({ originalError }) => originalError instanceof AppError && originalError.code === 'FORBIDDEN',
  );
  const keys = new Set(forbidden.map(({ path }) => path?.[0]));
  return [...keys].flatMap((key) => {
    const field = rootField(args, key);
    return field && accessOf(field).startsWith('admin:') ? [field] : [];
  });
}

/** @param key in the answer: the field's alias, where it has one */
function rootField({ schema, document, operationName }: ExecutionArgs, key: string | number | undefined) {
  const operation = getOperationAST(document, operationName);
  const type = operation && schema.getRootType(operation.operation);
  const node = operation && fieldsIn(operation.selectionSet, document).find((field) => keyOf(field) === key);
  return node ? type?.getFields()[node.name.value] : undefined;
}

function fieldsIn({ selections }: SelectionSetNode, document: DocumentNode): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection;
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet, document);
    const fragment = document.definitions.find(
      (definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? fieldsIn(fragment.selectionSet, document) : [];
  });
}

const keyOf = ({ alias, name }: FieldNode) => (alias ?? name).value;
