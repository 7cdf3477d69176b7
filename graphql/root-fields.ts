import { type DocumentNode, getOperationAST, Kind, type SelectionSetNode } from 'graphql';

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
