import { type DocumentNode, getOperationAST, Kind, type SelectionSetNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '@/graphql/context';
import type { ErrorCode } from '@/lib/config/error-codes';
import { requestNotes } from '@/lib/server/request-notes.mjs';

/**
 * Yoga plugin: notes for log and metrics who called which root fields, and how each ended. Fields go by their names in
 * the schema; the client's own names (operation, aliases) and its variables are never noted. Stands behind
 * `codedErrors`, whose codes it reads.
 */
export function notedOperations(): Plugin<GraphqlContext> {
  /** The root fields of what is being executed, by the name they have in the answer. */
  const executed = new WeakMap<object, Map<string, string>>();
  return {
    onExecute: ({ args }) => {
      const notes = requestNotes.getStore();
      if (!notes) return;
      const { viewer } = args.contextValue;
      if (viewer) Object.assign(notes, { accountId: viewer.accountId, userId: viewer.user.id });
      executed.set(notes, rootFields(args.document, args.operationName));
    },
    onResultProcess: ({ result }) => {
      const notes = requestNotes.getStore();
      if (!notes || Array.isArray(result) || !('data' in result || 'errors' in result)) return;
      const errors = result.errors ?? [];
      const fields = executed.get(notes);
      const codes = new Map(
        errors.toReversed().map(({ path, extensions }) => [path?.[0], codeOf(extensions)]),
      );
      if (!fields || codes.has(undefined)) {
        notes.fields.push({ field: 'none', code: codes.get(undefined) ?? 'OK' });
        return;
      }
      for (const [key, field] of fields) notes.fields.push({ field, code: codes.get(key) ?? 'OK' });
    },
  };
}

function codeOf({ code }: Record<string, unknown>): string {
  return typeof code === 'string' ? code : ('INTERNAL' satisfies ErrorCode);
}

/** @returns the names of an operation's root fields in the schema, by those in its answer */
function rootFields(document: DocumentNode, operationName: string | null | undefined): Map<string, string> {
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
