import { createSchema, createYoga } from 'graphql-yoga';

/** The least a GraphQL answer can cost here: Yoga with no plugin, no context and no database. */
const yoga = createYoga({
  schema: createSchema({
    typeDefs: 'type Query { hello: String! }',
    resolvers: { Query: { hello: () => 'world' } },
  }),
  graphqlEndpoint: '/api/hello',
  fetchAPI: { Response, Request, Headers },
  graphiql: false,
  landingPage: false,
});

export function POST(request: Request): Response | Promise<Response> {
  return yoga.handleRequest(request, {});
}
