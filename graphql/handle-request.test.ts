import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handleGraphqlRequest } from '@/graphql/handle-request';
import { createGraphqlServer } from '@/graphql/yoga';
import { limits } from '@/lib/config/limits';
import { errorDocs } from '@/lib/config/workflow-errors';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { storedRows } from '@/testing/stored-rows';
import { onPostgres } from '@/testing/test-database';
import { type ApiResponse, openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

const throughFailingStore: Parameters<typeof handleGraphqlRequest>[0]['handleRequest'] = (
  request,
  context,
) => {
  const store = { take: () => Promise.reject(new Error('no such table')), refund: () => Promise.resolve() };
  const limiter = new ApiLimiter({ perClient: 1, perAccount: 1 }, () => store);
  return createGraphqlServer(server.context, new SignInLimiter(), limiter).handleRequest(request, context);
};

async function refusalOf(response: Response) {
  const text = await response.text();
  const { data, errors } = JSON.parse(text) as ApiResponse<unknown>;
  expect(data ?? null).toBeNull();
  expect(errors.length).toBeGreaterThan(0);
  for (const { message, extensions } of errors) {
    expect(message).toMatch(/^[A-Z].*[.?]$/s);
    expect(extensions.code).toBe('BAD_USER_INPUT');
  }
  expect(text).not.toMatch(/node_modules|\bat \w+ \(|prisma|sqlite|yoga|pothos|stack/i);
  return { status: response.status, messages: errors.map(({ message }) => message) };
}

test.each([
  ['malformed JSON', '{"query": '],
  ['an empty body', ''],
  ['half a character', new Uint8Array([0x7b, 0xff])],
  ['a JSON string', '"{ me { id } }"'],
  ['a JSON number', '7'],
  ['null', 'null'],
  ['an array, as batching would send', '[{"query":"{ me { id } }"}]'],
  ['no query', '{"variables":{}}'],
  ['a query that is no string', '{"query":{"a":1}}'],
  ['variables that are no object', '{"query":"{ me { id } }","variables":"x"}'],
  ['an unknown operation name', '{"query":"query A { me { id } }","operationName":"B"}'],
])('%s fails with 400 and a sentence', async (_name, body) => {
  const { status } = await refusalOf(await server.post(body));
  expect(status).toBe(400);
});

test.each([
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
  ['multipart/form-data; boundary=x'],
  ['application/graphql'],
])('a body of type %s fails with 415', async (type) => {
  const { status } = await refusalOf(await server.post('{ me { id } }', { 'content-type': type }));
  expect(status).toBe(415);
});

test('a body over the size fails with 413, announced or not', async () => {
  const body = JSON.stringify({ query: '{ me { id } }', padding: 'x'.repeat(limits.graphql.bodyBytes) });
  const announced = await refusalOf(await server.post(body, { 'content-length': String(body.length) }));
  expect(announced.status).toBe(413);
  expect((await refusalOf(await server.post(body))).status).toBe(413);
});

test('a body with more JSON values than it may have is refused before it is parsed', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const list = Array.from({ length: limits.graphql.jsonValues }, () => []);
  const body = JSON.stringify({ query: '{ me { id } }', variables: { list } });
  const response = await server.post(body);
  const parsed = parse.mock.calls.map(([text]) => text);
  parse.mockRestore();
  expect(parsed).not.toContain(body);
  const { status, messages } = await refusalOf(response);
  expect(status).toBe(413);
  expect(messages).toEqual([
    expect.stringContaining('20,000 JSON values: each value, list, and object counts.'),
  ]);
});

test.each([
  ['a syntax error', '{ me { '],
  ['an unknown field', '{ me { pasword } }'],
  ['a wrong argument type', '{ getAccount(id: { a: 1 }) { id } }'],
  ['a missing argument', '{ getAccount { id } }'],
  ['a subscription', 'subscription { me { id } }'],
  [
    'fragments that turn in a circle',
    '{ me { ...A } } fragment A on User { ...B } fragment B on User { ...A }',
  ],
])('%s fails with BAD_USER_INPUT', async (_name, query) => {
  await refusalOf(await server.post(JSON.stringify({ query })));
});

/** Legal documents, each just over one limit and within the others. */
const { depth, aliases, directives, tokens } = limits.graphql;
const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');
test.each([
  [
    'depth',
    `{ __type(name: "User") { fields { type ${'{ ofType '.repeat(depth)}{ name }${' }'.repeat(depth)} } } }`,
  ],
  ['aliases', `{ ${times(aliases + 1, (index) => `a${index}: me { id }`)} }`],
  ['directives', `{ ${times(directives + 1, (index) => `a${index}: me @include(if: true) { id }`)} }`],
  ['token', `{ me { ${'id '.repeat(tokens)} } }`],
])('a document over the %s limit is refused by it', async (limit, query) => {
  const { messages } = await refusalOf(await server.post(JSON.stringify({ query })));
  expect(messages.join()).toMatch(new RegExp(`${limit} limit`, 'i'));
});

const fragments = (count: number, fields: string) =>
  times(count, (index) => `fragment F${index} on User { ${fields} }`);
test.each([
  [
    'repeats a field too often',
    `{ me { ${'id '.repeat(11)} } }`,
    'A selection repeats a field at most 10 times: id. Request it once.',
  ],
  [
    'spreads too many fragments',
    `{ me { ${times(41, (index) => `...F${index}`)} } } ${fragments(41, 'id')}`,
    'A document spreads at most 40 fragments. Split it into several requests.',
  ],
  [
    'repeats fields by its fragments',
    `{ ${times(40, (index) => `...F${index}`)} } ${times(40, (index) => `fragment F${index} on Query { ${`me { ${'id '.repeat(10)} } `.repeat(2)} }`)}`,
    'The document repeats its fields too often to be checked. Ask for each field once.',
  ],
])('a document that %s is refused before its fields are compared', async (_name, query, message) => {
  const { messages } = await refusalOf(await server.post(JSON.stringify({ query })));
  expect(messages).toEqual([message]);
});

test.each([
  ['a variable left out', 'query ($id: ID!) { getAccount(id: $id) { id } }', {}],
  ['a variable of the wrong type', 'query ($id: ID!) { getAccount(id: $id) { id } }', { id: { a: 1 } }],
  [
    'a date that is none',
    'mutation ($d: Date) { createAPIKey(expires_at: $d) { rawKey } }',
    { d: '2026-02-30' },
  ],
  ['a role that is none', 'mutation { updateUser(id: "x", updates: { role: OWNER }) { id } }', {}],
])('%s fails with BAD_USER_INPUT and writes nothing', async (_name, query, variables) => {
  const token = await sessionToken(server.context, world.users.admin);
  const before = await storedRows(server.context);
  await refusalOf(
    await server.post(JSON.stringify({ query, variables }), { authorization: `Bearer ${token}` }),
  );
  expect(await storedRows(server.context)).toEqual(before);
});

test.each([
  ['Bearer'],
  ['Bearer '],
  ['Basic ZGV2OnB3'],
  ['Bearer a b'],
  [`Bearer ${'x'.repeat(10_000)}`],
  ['Bearer %00\'"; DROP TABLE "User"; --'],
])('the authorization header %j speaks for nobody', async (authorization) => {
  const response = await server.post('{"query":"{ myApiKeys { id } }"}', { authorization });
  const { errors } = (await response.json()) as ApiResponse<unknown>;
  expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
});

test('a fault of our own is masked, with a request id that the response has too', async () => {
  const broken = await openTestServer();
  const ctx = broken.context;
  const users = await createTestWorld(ctx);
  const token = await sessionToken(ctx, users.users.admin);
  await ctx.db.write((tx) => tx.$executeRawUnsafe('DROP TABLE "Invoice"'));
  const { status, headers, errors } = await broken.call({
    query: 'query ($id: ID!) { listInvoices(accountId: $id) { id } }',
    variables: { id: users.acme.id },
    token,
  });
  expect(status).toBe(200);
  expect(errors[0]?.extensions).toEqual({
    code: 'INTERNAL',
    docs: errorDocs('INTERNAL'),
    requestId: headers.get('x-request-id'),
  });
  expect(JSON.stringify(errors)).not.toMatch(/Invoice"|table|prisma|sqlite/i);
  await broken.close();
});

test.each([
  ['what starts the API', () => Promise.reject(new Error('no place for the database')), 500, null],
  ['the store of the rate limits', throughFailingStore, 500, null],
  ['the database, as it is opened', () => Promise.reject(new DatabaseUnavailable('missing')), 503, '60'],
])(
  'a failure of %s fails with INTERNAL, and reveals nothing internal',
  async (_name, handleRequest, status, retryAfter) => {
    const request = new Request('http://localhost/api/graphql', {
      method: 'POST',
      body: '{"query":"{ me { id } }"}',
      headers: { 'content-type': 'application/json', 'x-request-id': 'request-of-the-test' },
    });
    const response = await handleGraphqlRequest({ handleRequest }, request);
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter]);
    expect(response.headers.get('x-request-id')).toBe('request-of-the-test');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual({
      errors: [
        {
          message: expect.stringMatching(/ report this reference: request-of-the-test\.$/),
          extensions: {
            code: 'INTERNAL',
            docs: errorDocs('INTERNAL'),
            requestId: 'request-of-the-test',
          },
        },
      ],
    });
  },
);

test('a response is never cached', async () => {
  const { headers } = await server.call({ query: '{ me { id } }' });
  expect(headers.get('cache-control')).toBe('no-store');
});

test('a request to the root gets the same response', async () => {
  const response = await server.post('{"query":"{ me { id } }"}', {}, 'http://localhost/');
  expect(await response.json()).toEqual({ data: { me: null } });
});

test("introspection is on, and a tool's whole query is within the limits", async () => {
  const { errors } = await server.call({ query: getIntrospectionQuery() });
  expect(errors).toEqual([]);
});

test.skipIf(onPostgres)(
  "a value of ours that the schema can't write is masked as a fault of our own",
  async () => {
    const token = await sessionToken(server.context, world.users.admin);
    await server.context.db.write((tx) => tx.$executeRaw`UPDATE "Account" SET "status" = 'UNKNOWN'`);
    const query = 'query ($id: ID!) { getAccount(id: $id) { status } }';
    const { errors } = await server.call({ query, variables: { id: world.acme.id }, token });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['INTERNAL']);
    expect(JSON.stringify(errors)).not.toContain('UNKNOWN');
  },
);

test.each<Record<string, string>>([{}, { 'content-length': '100' }])(
  "a client that leaves in the middle of its request isn't our fault: %o",
  async (headers) => {
    const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('{"query":')),
      pull: (controller) => controller.error(aborted),
    });
    const answer = await refusalOf(await server.post(body, headers));
    expect(answer).toEqual({ status: 400, messages: ['The request body is incomplete.'] });
  },
);
