import { RequestCache } from '@pothos/plugin-scope-auth';
import { type DocumentNode, execute, type GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { auditRefusals } from '@/graphql/audit-refusals';
import { fairTurns } from '@/graphql/caller-turns';
import { codedErrors, type RequestId } from '@/graphql/coded-errors';
import { completedMutations } from '@/graphql/completed-mutations';
import { documentLimits } from '@/graphql/document-limits';
import { eventStreams } from '@/graphql/event-streams';
import type { GraphqlContext } from '@/graphql/graphql-context';
import type { Handler } from '@/graphql/handle-request';
import { jsonResponses } from '@/graphql/json-responses';
import { operationNotes } from '@/graphql/operation-notes';
import { requestBody } from '@/graphql/request-body';
import { schema as ownSchema } from '@/graphql/schema';
import { workflowInputFaults } from '@/graphql/workflows/workflow-input-faults';
import { limits } from '@/lib/config/limits';
import { authenticate } from '@/lib/server/auth/authenticate';
import type { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { bearerToken } from '@/lib/server/auth/tokens';
import { AppError } from '@/lib/server/errors';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import type { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { clientAddress } from '@/lib/server/rate-limit/client-address';
import { refusalBody } from '@/lib/server/refusal-body';
import { apiRuntime } from '@/lib/server/runtime/runtime';
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
  const viewerOf = async ({ headers }: Request, isUse = true) => {
    const token = bearerToken(headers.get('authorization'));
    return token ? authenticate(server, token, isUse) : null;
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
      completedMutations(schema),
      auditRefusals,
      codedErrors,
      operationNotes(),
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

/** Memory per token of a parsed document, its syntax nodes included: measurements gave 250 to 480 bytes. */
const TOKEN_BYTES = 500;

/**
 * Caches parsed documents, so that a call with the same document isn't parsed and validated again. Evicts the least
 * recently used once the cache may take more than `limits.graphql.keptDocumentBytes`.
 */
const boundedDocuments = () =>
  new LRUCache<string, DocumentNode>({
    maxSize: limits.graphql.keptDocumentBytes,
    sizeCalculation: (document, text) => 2 * text.length + TOKEN_BYTES * tokensOf(document),
  });

function tokensOf({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) count += 1;
  return count;
}

/** Yoga plugin: counts a client's calls, and refuses those over the limit before their body is read. */
const clientRateLimit = (limiter: ApiLimiter): Plugin<object, RequestId> => ({
  onRequest: async ({ request, fetchAPI, endResponse }) => {
    try {
      await limiter.countClient(clientAddress(request));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      endResponse(new fetchAPI.Response(refusalBody(error), refusal(error)));
    }
  },
});

const refusal = ({ details }: AppError): ResponseInit => ({
  status: 429,
  headers: { 'content-type': 'application/json', 'retry-after': String(details.retryAfter) },
});

let started: Handler | undefined;

function start(): Handler {
  const { context, workflows, signInLimiter, apiLimiter } = apiRuntime();
  const yoga = createGraphqlServer({ ...context, workflows }, signInLimiter, apiLimiter);
  // Read once: Yoga is a proxy that creates a new function on each access.
  return { handleRequest: yoga.handleRequest };
}

/** The API of this process, created by the first call. If that fails, the call fails and the next one tries again. */
export const startedYoga: Handler = {
  handleRequest: (request, context) => {
    started ??= start();
    return started.handleRequest(request, context);
  },
};
