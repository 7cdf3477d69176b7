import { RequestCache } from '@pothos/plugin-scope-auth';
import type { GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { boundedDocuments } from '@/graphql/bounded-documents';
import type { GraphqlContext } from '@/graphql/context';
import { documentLimits } from '@/graphql/document-limits';
import { doneMutations } from '@/graphql/done-mutations';
import { codedErrors, type RequestId } from '@/graphql/errors';
import { eventStreams } from '@/graphql/event-streams';
import { jsonResponses } from '@/graphql/json-responses';
import { notedOperations } from '@/graphql/noted-operations';
import { notedRefusals } from '@/graphql/noted-refusals';
import { clientRateLimit } from '@/graphql/rate-limit';
import { requestBody } from '@/graphql/request-body';
import { schema as ownSchema } from '@/graphql/schema';
import { authenticate } from '@/lib/server/auth/authenticate';
import { bearerToken } from '@/lib/server/auth/bearer-token';
import type { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import type { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { clientAddress } from '@/lib/server/rate-limit/client-address';
import type { ServerContext } from '@/lib/server/runtime/context';

/**
 * The GraphQL server over a context; the running product and the tests make one each.
 * @param apiLimiter without it calls are not counted
 * @param schema tests have operations of their own
 */
export function createGraphqlServer(
  server: ServerContext,
  signInLimiter: SignInLimiter,
  apiLimiter?: ApiLimiter,
  schema: GraphQLSchema = ownSchema,
) {
  const viewerOf = async ({ headers }: Request) => {
    const token = bearerToken(headers.get('authorization'));
    return token ? authenticate(server, token) : null;
  };
  return createYoga<RequestId, GraphqlContext>({
    schema,
    // The route decides what comes here; a request sent to the root still carries that address.
    graphqlEndpoint: '*',
    graphiql: false,
    landingPage: false,
    multipart: false,
    cors: false,
    logging: false,
    maskedErrors: false,
    // Ours (request-body.ts) is a smaller one; Yoga's copies every request through a stream.
    maxRequestBodySize: false,
    parserAndValidationCache: { documentCache: boundedDocuments(), errorCache: nothingKept },
    plugins: [
      ...(apiLimiter ? [clientRateLimit(apiLimiter)] : []),
      requestBody(schema),
      jsonResponses,
      ...documentLimits,
      doneMutations(schema),
      notedRefusals,
      codedErrors,
      notedOperations(),
      eventStreams(viewerOf, apiLimiter),
      forgottenScopes,
    ],
    context: async ({ request }) => {
      const viewer = await viewerOf(request);
      if (viewer) await apiLimiter?.countAccount(viewer);
      return {
        ...server,
        viewer,
        client: {
          address: clientAddress(request),
          userAgent: request.headers.get('user-agent'),
        },
        signInLimiter,
      };
    },
  });
}

/**
 * Yoga plugin: drops what the scopes of a call were found to be as soon as it has been executed. It is kept in a weak
 * map, whose values V8's frequent small collections take for alive: every call's whole context would wait for a full one.
 */
const forgottenScopes: Plugin<GraphqlContext> = {
  onExecute: () => ({ onExecuteDone: ({ args }) => RequestCache.clearForContext(args.contextValue) }),
};

/** A document that can't be parsed is parsed again each time: its errors quote what a caller chose. */
const nothingKept = { get: () => undefined, set: () => {} };
