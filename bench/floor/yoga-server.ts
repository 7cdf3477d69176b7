import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { helloSchema } from './hello-schema';

// `tsx bench/floor/yoga-server.ts PORT` is the least a GraphQL API can cost on Node: Yoga with no plugin, no context
// and no database.

const yoga = createYoga({ schema: helloSchema, graphiql: false, landingPage: false, logging: false });
createServer(yoga).listen(Number(process.argv[2]), '127.0.0.1');
