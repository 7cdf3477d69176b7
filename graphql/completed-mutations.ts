import {
  type ExecutionResult,
  type GraphQLFieldConfig,
  GraphQLObjectType,
  GraphQLSchema,
  getNullableType,
  getOperationAST,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '@/graphql/graphql-context';

type MutationField = GraphQLFieldConfig<unknown, object>;

/** The results of a call's mutations so far, by response key. */
const resolved = new WeakMap<object, Map<string | number, unknown>>();

/**
 * Yoga plugin: keeps the results of a document's mutations if a later one fails. Each mutation is its own transaction,
 * already committed, but mutations are non-null in the API's contract, so one failure makes all of `data` null. Then
 * `extensions.done` contains the results of the others, as `data` would have.
 */
export function completedMutations(schema: GraphQLSchema): Plugin<GraphqlContext> {
  const recording = withMutations(schema, recorded);
  const replaying = withMutations(schema, replayed);
  return {
    onExecute: ({ args: { document, operationName }, executeFn, setExecuteFn }) => {
      if (getOperationAST(document, operationName)?.operation !== 'mutation') return;
      setExecuteFn(async (args) => {
        const result = await executeFn({ ...args, schema: recording });
        const results = resolved.get(args.contextValue);
        if (isAsyncIterable(result) || result.data || !results) return result;
        // The first execution's reads aren't in the response.
        args.contextValue.contents.renew();
        const { data }: ExecutionResult = await executeFn({ ...args, schema: replaying });
        const done = Object.entries(data ?? {}).filter(([key, value]) => results.has(key) && value !== null);
        if (done.length === 0) return result;
        return { ...result, extensions: { ...result.extensions, done: Object.fromEntries(done) } };
      });
    },
  };
}

function recorded(field: MutationField): MutationField {
  return {
    ...field,
    resolve: async (root, args, context, info) => {
      const value = await field.resolve?.(root, args, context, info);
      const values = resolved.get(context) ?? new Map<string | number, unknown>();
      resolved.set(context, values.set(info.path.key, value));
      return value;
    },
  };
}

/** The field with a resolver that only returns the recorded result, or null if the mutation failed or didn't run. */
function replayed({ type, ...field }: MutationField): MutationField {
  return {
    ...field,
    type: getNullableType(type),
    resolve: (_root, _args, context, { path }) => resolved.get(context)?.get(path.key) ?? null,
  };
}

function withMutations(
  schema: GraphQLSchema,
  change: (field: MutationField) => MutationField,
): GraphQLSchema {
  const { types, mutation, ...rest } = schema.toConfig();
  if (!mutation) return schema;
  const { fields, ...config } = mutation.toConfig();
  const changed = Object.entries(fields).map(([name, field]) => [name, change(field)] as const);
  return new GraphQLSchema({
    ...rest,
    types: types.filter((type) => type !== mutation),
    mutation: new GraphQLObjectType({ ...config, fields: Object.fromEntries(changed) }),
  });
}
