import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { limits } from '@/lib/config/limits';

/**
 * The names of an operation's root fields in the schema, by response key.
 *
 * @param document valid; each of its fragments is read once, however often it is spread
 * @param operationName selects one if there are several
 */
export function rootFields(
  document: DocumentNode,
  operationName: string | null | undefined,
): Map<string, string> {
  const fields = new Map<string, string>();
  const seen = new Set<string>();
  const collect = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD)
        fields.set((selection.alias ?? selection.name).value, selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        for (const definition of document.definitions)
          if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value)
            collect(definition.selectionSet);
      }
    }
  };
  const operation = getOperationAST(document, operationName);
  if (operation) collect(operation.selectionSet);
  return fields;
}

/**
 * The access that a root field declares its caller must have: one of lib/config/access.ts, or `anyone`.
 * @throws Error for a field that declares nothing
 */
export function accessOf({ name, extensions }: GraphQLField<unknown, unknown>): string {
  const options = extensions.pothosOptions as { authScopes?: { access?: string; anyone?: true } } | undefined;
  const access = options?.authScopes?.access ?? (options?.authScopes?.anyone && 'anyone');
  if (!access) throw new Error(`${name} doesn't declare who may call it.`);
  return access;
}

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
