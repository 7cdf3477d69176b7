import { setTimeout as delay } from 'node:timers/promises';
import { GraphQLList, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGraphqlServer } from '@/graphql/yoga';
import { errorDocs } from '@/lib/config/workflow-errors';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { openTestServer, type TestServer } from '@/testing/test-server';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test.each([
  ['is missing', 'query ($id: ID!) { getJobResult(jobId: $id) { jobId } }', {}],
  ['has another type', 'query ($id: Int) { listJobs(limit: $id) { jobId } }', { id: 'x' }],
  ['is no day', 'query ($id: Date) { listJobs(from: $id) { jobId } }', { id: '2026-02-30' }],
])('an error names the variable that %s', async (_, query, variables) => {
  const { errors } = await server.call({ query, variables });
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Variable "\$id" has invalid value: /),
  ]);
});

test('fields come in the order of the document, whichever resolves first', async () => {
  const text = (milliseconds: number) => ({
    type: GraphQLString,
    resolve: () => delay(milliseconds, 'text'),
  });
  const item = new GraphQLObjectType({ name: 'Item', fields: { late: text(20), early: text(0) } });
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'Query',
      fields: {
        late: text(20),
        early: text(0),
        items: { type: new GraphQLList(item), resolve: () => [{}, {}] },
      },
    }),
  });
  const yoga = createGraphqlServer(server.context, new SignInLimiter(), undefined, schema);
  const response = await yoga.fetch('http://localhost/api/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ late early items { late early } last: early }' }),
  });
  const inOrder = '{"late":"text","early":"text"}';
  expect(await response.text()).toBe(
    `{"data":{"late":"text","early":"text","items":[${inOrder},${inOrder}],"last":"text"}}`,
  );
});

const getUser = 'query ($id: ID!) { getUser(id: $id) { id } }';
const listUsers = 'query ($limit: Int) { listUsers(limit: $limit) { id } }';

test.each([
  ['a variable that is missing', { query: getUser, variables: {} }],
  ['a variable that is null', { query: getUser, variables: { id: null } }],
  ['a variable of another type', { query: listUsers, variables: { limit: 'x' } }],
  ['a field that there is not', { query: '{ nothing }' }],
])(
  '%s has the status of a refused request: 400, or 200 for callers that know only application/json',
  async (_, call) => {
    const statusFor = async (accept: string) => {
      const response = await server.post(JSON.stringify(call), { accept });
      const { data, errors } = await response.json();
      expect(data).toBeUndefined();
      expect(errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', docs: errorDocs('BAD_USER_INPUT') });
      return response.status;
    };
    expect(await statusFor('application/graphql-response+json')).toBe(400);
    expect(await statusFor('application/json')).toBe(200);
  },
);
