import { createYoga } from 'graphql-yoga';
import type { GraphqlContext } from '@/graphql/context';
import { documentLimits } from '@/graphql/document-limits';
import { codedErrors, type RequestId } from '@/graphql/errors';
import { requestBody } from '@/graphql/request-body';
import { schema } from '@/graphql/schema';
import { authenticate } from '@/lib/server/auth/authenticate';
import type { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import type { ServerContext } from '@/lib/server/server-context';

/** The GraphQL server over a context; the running product and the tests make one each. */
export function createGraphqlServer(server: ServerContext, signInLimiter: SignInLimiter) {
  return createYoga<RequestId, GraphqlContext>({
    schema,
    // The route decides what comes here; a request sent to the root still carries that address.
    graphqlEndpoint: '*',
    fetchAPI: { Response, Request, Headers },
    graphiql: false,
    landingPage: false,
    multipart: false,
    cors: false,
    logging: false,
    maskedErrors: false,
    // Ours (request-body.ts) is a smaller one; Yoga's copies every request through a stream.
    maxRequestBodySize: false,
    plugins: [requestBody, ...documentLimits, codedErrors],
    context: async ({ request }) => {
      const token = bearerToken(request.headers.get('authorization'));
      return {
        ...server,
        viewer: token ? await authenticate(server, token) : null,
        client: {
          // The server in front overwrites this header with the one address it trusts (scripts/serve.mjs).
          address: request.headers.get('x-forwarded-for') ?? 'unknown',
          userAgent: request.headers.get('user-agent'),
        },
        signInLimiter,
      };
    },
  });
}

function bearerToken(header: string | null): string | null {
  return header?.match(/^Bearer +(\S+)$/i)?.[1] ?? null;
}
