import { createYoga } from 'graphql-yoga';
import { helloSchema } from '../../../hello-schema';

/** The least a GraphQL API can cost in a route of Next: Yoga with no plugin, no context and no database. */
const yoga = createYoga({
  schema: helloSchema,
  graphqlEndpoint: '/api/hello',
  fetchAPI: { Response, Request, Headers },
  graphiql: false,
  landingPage: false,
});

export function POST(request: Request): Response | Promise<Response> {
  return yoga.handleRequest(request, {});
}
