import { createSchema } from 'graphql-yoga';

/** The least a GraphQL API can do. */
export const helloSchema = createSchema({
  typeDefs: 'type Query { hello: String! }',
  resolvers: { Query: { hello: () => 'world' } },
});
