import { RequestCache } from '@pothos/plugin-scope-auth';
import { execute, type GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { boundedDocuments } from '@/graphql/bounded-documents';
import type { GraphqlContext } from '@/graphql/context';
import { documentLimits } from '@/graphql/document-limits';
import { doneMutations } from '@/graphql/done-mutations';
import { codedErrors, type RequestId } from '@/graphql/errors';
import { eventStreams } from '@/graphql/event-streams';
import { fairTurns } from '@/graphql/fair-turns';
import { jsonResponses } from '@/graphql/json-responses';
import { notedOperations } from '@/graphql/noted-operations';
import { notedRefusals } from '@/graphql/noted-refusals';
import { clientRateLimit } from '@/graphql/rate-limit';
import { requestBody } from '@/graphql/request-body';
import { schema as ownSchema } from '@/graphql/schema';
import { workflowInputFaults } from '@/graphql/workflows/workflow-input-faults';
import { authenticate } from '@/lib/server/auth/authenticate';
import { bearerToken } from '@/lib/server/auth/bearer-token';
import type { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import type { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { clientAddress } from '@/lib/server/rate-limit/client-address';
import { ContentBudget } from '@/lib/server/workflows/views/content-budget';

/**
 * Creates the GraphQL server of a context, for the running product or for a test.
 * @param apiLimiter without it, calls aren't counted
 * @param schema tests add operations of their own
 */
export function createGraphqlServer(
  server: WorkflowContext,
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
    // The route decides what comes here, and a request to the root keeps its own address.
    graphqlEndpoint: '*',
    graphiql: false,
    landingPage: false,
    multipart: false,
    cors: false,
    logging: false,
    maskedErrors: false,
    // request-body.ts has a smaller limit; Yoga's would copy every request through a stream.
    maxRequestBodySize: false,
    parserAndValidationCache: { documentCache: boundedDocuments(), errorCache: nothingKept },
    plugins: [
      ...(apiLimiter ? [clientRateLimit(apiLimiter)] : []),
      requestBody(schema),
      fairTurns,
      jsonResponses,
      ...documentLimits,
      fieldsInOrder,
      doneMutations(schema),
      notedRefusals,
      codedErrors,
      notedOperations(),
      workflowInputFaults,
      eventStreams(viewerOf, apiLimiter),
      forgottenScopes,
    ],
    context: async ({ request }) => {
      const viewer = await viewerOf(request);
      const address = clientAddress(request);
      if (viewer) await apiLimiter?.countAccount(viewer);
      return {
        ...server,
        viewer,
        client: {
          address,
          userAgent: request.headers.get('user-agent'),
        },
        signInLimiter,
        contents: new ContentBudget(viewer?.accountId),
        call: {
          idempotencyKey: request.headers.get('idempotency-key'),
          traceparent: request.headers.get('traceparent'),
          signal: request.signal,
        },
      };
    },
  });
}

/**
 * Yoga plugin: executes with graphql-js, which returns fields in the document's order (GraphQL specification, section
 * 7.2.2). Yoga's own executor returns them in the order in which they resolve.
 */
const fieldsInOrder: Plugin = { onExecute: ({ setExecuteFn }) => setExecuteFn(execute) };

/**
 * Yoga plugin: drops a call's cached scopes as soon as it has been executed. Pothos caches them in a weak map, whose
 * values V8's minor collections treat as alive. Every call's context would stay until a major collection.
 */
const forgottenScopes: Plugin<GraphqlContext> = {
  onExecute: () => ({ onExecuteDone: ({ args }) => RequestCache.clearForContext(args.contextValue) }),
};

/** Caches no parse errors, because they quote the caller's text. */
const nothingKept = { get: () => undefined, set: () => {} };
