import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '@/graphql/graphql-context';
import { clientAddress, clientNetwork } from '@/lib/server/rate-limit/client-address';
import { turns } from '@/lib/server/runtime/fair-turns';

/**
 * Yoga plugin: lets requests be checked one after the other, clients in turns. To check a document that isn't known yet
 * takes up to tens of milliseconds.
 */
export const fairTurns: Plugin<GraphqlContext> = {
  onParams: ({ request }) => turns.begin(callerOf(clientAddress(request)), request.signal),
};

/**
 * Lets each root field begin in its caller's turn, whatever number of calls and aliases others send. A caller waits for
 * one field of each other caller at most. Fields of a client that has left don't begin.
 * @param schema is changed
 */
export function inFairTurns(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      const { resolve = defaultFieldResolver } = field;
      field.resolve = async (source, args, context: GraphqlContext, info) => {
        const { viewer, client, call } = context;
        await turns.begin(viewer?.accountId ?? callerOf(client.address), call.signal);
        return resolve(source, args, context, info);
      };
    }
  return schema;
}

const callerOf = (address: string): string => `client ${clientNetwork(address)}`;
