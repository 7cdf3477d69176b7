import { once } from 'node:events';
import { type IncomingMessage, request as openRequest, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { Repeater } from 'graphql-yoga';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleGraphqlRequest } from '@/graphql/handle-request';
import { handleNodeRequest } from '@/graphql/node-http';
import { createGraphqlServer } from '@/graphql/yoga';
import { limits } from '@/lib/config/limits';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import type { Queries } from '@/lib/server/database/database';
import { forbidden } from '@/lib/server/errors';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { endStreams, runtime } from '@/lib/server/runtime/runtime';
import { admitRequests } from '@/server/http/connections/admit-requests';
import { createBoundedServer } from '@/server/http/connections/bounded-server';
import { closeGracefully } from '@/server/http/connections/close-gracefully';
import { refuseCall } from '@/server/http/responses/api-endpoint';
import { compress } from '@/server/http/responses/compress';
import { createMetrics } from '@/server/monitoring/metrics';
import { type FinishedRequest, observeRequests } from '@/server/monitoring/observe-requests';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken } from '@/testing/test-world';

/** Events for the subscription `events`, sent by hand, and how often its sources began and ended. */
let push: (event: unknown) => Promise<unknown>;
let fail: (error: Error) => void;
let begun: number;
let ended: number;

const source = () =>
  new Repeater<unknown>(async (send, stop) => {
    begun += 1;
    push = (event) => Promise.resolve(send(event)).catch(() => {});
    fail = (error) => stop(error);
    await stop;
    ended += 1;
  });

const text = { type: GraphQLString };
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: { hello: { ...text, resolve: () => 'hello' } },
  }),
  mutation: new GraphQLObjectType({
    name: 'Mutation',
    fields: { change: { ...text, resolve: () => 'changed' } },
  }),
  subscription: new GraphQLObjectType({
    name: 'Subscription',
    fields: {
      events: {
        type: new GraphQLNonNull(GraphQLString),
        args: { count: { type: GraphQLInt } },
        subscribe: source,
        resolve: (event) => {
          if (event instanceof Error) throw event;
          return event;
        },
      },
      refused: {
        ...text,
        subscribe: () => {
          throw forbidden();
        },
      },
    },
  }),
});

let api: TestServer;
let server: Server;
let limiter: ApiLimiter;
let graceful: ReturnType<typeof closeGracefully>;
let origin: string;
let yoga: ReturnType<typeof createGraphqlServer>;
let answered: FinishedRequest[];
/** The server's responses, in order. */
let responses: ServerResponse[];
let metrics: ReturnType<typeof createMetrics>;

/** The parts of server/serve-site.ts that a call of the API goes through, with operations of the test. */
beforeEach(async () => {
  [begun, ended, answered, responses] = [0, 0, [], []];
  api = await openTestServer();
  limiter = new ApiLimiter({ perClient: 1_000, perAccount: 1_000 });
  yoga = createGraphqlServer(api.context, new SignInLimiter(), limiter, schema);
  server = createBoundedServer({ dev: false, trustProxy: [] });
  graceful = closeGracefully(server, endStreams);
  metrics = createMetrics(server, 'SQLite');
  const observe = observeRequests([(request) => answered.push(request), metrics.count]);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    responses.push(response);
    if (refuseCall(request, response, limiter)) return;
    compress(request, response);
    void handleNodeRequest(yoga, request, response);
  };
  const admit = admitRequests(
    server,
    (request, response, notes) => observe(request, response, notes, () => answer(request, response)),
    { isMonitoring: () => false },
  );
  server.on('request', (request, response) => {
    request.headers['x-forwarded-for'] ??= '192.0.2.1';
    admit(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/graphql`;
});
afterEach(async () => {
  runtime.streams.isEnding = false;
  server.closeAllConnections();
  server.close();
  await until(() => runtime.streams.open.size === 0 && ended === begun);
  await api.close();
});

const send = (query: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(origin, {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip', ...headers },
    ...(signal && { signal }),
  });
const subscribe = (headers: Record<string, string> = {}, signal?: AbortSignal) =>
  send('subscription { events }', { accept: 'text/event-stream', ...headers }, signal);

/** Reads a response piece by piece. */
function reader(response: Response) {
  const pieces = (response.body as ReadableStream<Uint8Array>).getReader();
  let read = '';
  const next = async () => {
    const { done, value } = await pieces.read();
    if (!done) read += Buffer.from(value).toString();
    return done;
  };
  return {
    /** Until the text has been sent. @returns all so far */
    until: async (text: string) => {
      while (!read.includes(text)) if (await next()) throw new Error(`It ended before ${text}: ${read}`);
      return read;
    },
    toEnd: async () => {
      while (!(await next()));
      return read;
    },
  };
}

/** Until a condition holds, which something else brings about. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const eventsIn = (sent: string): { data?: unknown; errors?: { message: string; extensions: object }[] }[] =>
  [...sent.matchAll(/^event: next\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));

test.each([['text/event-stream'], ['*/*'], ['application/json, text/*;q=0.5']])(
  'a subscription of a client that accepts %s is a stream of events, neither compressed nor cached, to its completion',
  async (accept) => {
    const response = await subscribe({ accept });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.has('content-encoding')).toBe(false);
    const sent = reader(response);
    await until(() => begun === 1);
    for (const event of ['one', 'two']) {
      void push(event);
      await sent.until(`data: {"data":{"events":"${event}"}}\n\n`);
    }
    fail(undefined as unknown as Error);
    expect(await sent.toEnd()).toMatch(/event: complete\ndata:\n\n$/);
    expect(ended).toBe(1);
  },
);

test.each([['application/json'], ['text/event-stream;q=0'], ['multipart/mixed']])(
  'a subscription of a client that accepts only %s is refused before it begins',
  async (accept) => {
    const response = await subscribe({ accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      406,
      expect.stringMatching(/^application\/json/),
    ]);
    const { errors } = await response.json();
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('Accept: text/event-stream'),
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
    expect(begun).toBe(0);
  },
);

test('queries and mutations return JSON, and so do subscriptions that are refused', async () => {
  const accept = 'text/event-stream';
  for (const query of [
    '{ hello }',
    'mutation { change }',
    'subscription { refused }',
    'subscription { no }',
  ]) {
    const response = await send(query, { accept });
    expect(response.headers.get('content-type'), query).toBe('application/json; charset=utf-8');
  }
  const refused = await (await send('subscription { refused }', { accept })).json();
  expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
});

test('errors in a stream have codes of ours, and faults are masked: of an event, and of the source, which ends it', async () => {
  const sent = reader(await subscribe());
  await until(() => begun === 1);
  void push(forbidden());
  void push(new Error('secret inside'));
  await sent.until('INTERNAL');
  fail(new Error('secret outside'));
  const all = await sent.toEnd();
  expect(eventsIn(all).map(({ errors }) => errors?.[0]?.extensions)).toMatchObject([
    { code: 'FORBIDDEN' },
    { code: 'INTERNAL', requestId: expect.any(String) },
    { code: 'INTERNAL', requestId: expect.any(String) },
  ]);
  expect(all).not.toContain('secret');
  expect(all).toMatch(/event: complete\ndata:\n\n$/);
});

test('an event over the size of a response becomes a refusal', async () => {
  const sent = reader(await subscribe());
  await until(() => begun === 1);
  void push('x'.repeat(limits.graphql.answerBytes));
  await sent.until('RESPONSE_TOO_LARGE');
  void push('small');
  expect(eventsIn(await sent.until('small'))).toHaveLength(2);
});

test('a client that leaves ends its source at once', async () => {
  const leaving = new AbortController();
  const sent = reader(await subscribe({}, leaving.signal));
  void push('one');
  await sent.until('one');
  leaving.abort();
  await until(() => ended === 1);
  expect(runtime.streams.open.size).toBe(0);
});

test('a client that leaves before its stream has begun leaves no source behind', async () => {
  const { handleRequest } = yoga;
  let isMade = false;
  const handler = {
    handleRequest: async (...call: Parameters<typeof handleRequest>) => {
      const made = await handleRequest(...call);
      isMade = true;
      await once(responses[0] as ServerResponse, 'close');
      return made;
    },
  };
  yoga = handler as typeof yoga;
  const leaving = new AbortController();
  const call = subscribe({}, leaving.signal);
  await until(() => isMade);
  leaving.abort();
  await expect(call).rejects.toThrow();
  await until(() => runtime.streams.open.size === 0);
  expect(ended).toBe(begun);
});

test('comments keep a stream open past the longest standstill while its client reads', async () => {
  server.setTimeout(600);
  const sent = reader(await subscribe());
  for (let comments = 1; comments <= 6; comments += 1) await sent.until(':\n\n'.repeat(comments));
  void push('still here');
  await sent.until('still here');
}, 10_000);

test('a client that doesn’t read is cut at the longest standstill, and its source waits for it until then', async () => {
  server.setTimeout(600);
  const asked = openRequest(origin, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
  });
  asked.on('error', () => {});
  asked.end(JSON.stringify({ query: 'subscription { events }' }));
  const [response] = await once(asked, 'response');
  response.pause();
  await until(() => begun === 1);
  let taken = 0;
  const large = 'x'.repeat(1_000_000);
  const pushing = (async () => {
    for (; taken < 200 && ended === 0; taken += 1) await push(large);
  })();
  await until(() => ended === 1);
  await pushing;
  expect(taken).toBeLessThan(50);
  expect(responses[0]?.destroyed).toBe(true);
}, 10_000);

test('streams count apart from calls under way, and as many as a client may have open', async () => {
  const calls = Array.from({ length: limits.callsUnderWay - 1 }, () => limiter.enter('192.0.2.1'));
  const leaving = new AbortController();
  const open: Response[] = [];
  for (let count = 0; count < limits.openStreams; count += 1) open.push(await subscribe({}, leaving.signal));
  // There is room for one more call, and each stream was one before it began.
  expect(open.map(({ status }) => status)).toEqual(Array(limits.openStreams).fill(200));
  expect(calls.every((leave) => typeof leave === 'function')).toBe(true);

  const refused = await subscribe();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect((await refused.json()).errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
  expect(begun).toBe(limits.openStreams);
  expect((await send('{ hello }')).status).toBe(200);
  const other = new AbortController();
  expect((await subscribe({ 'x-forwarded-for': '192.0.2.2' }, other.signal)).status).toBe(200);
  other.abort();

  leaving.abort();
  await until(() => ended === limits.openStreams + 1);
  expect((await subscribe()).status).toBe(200);
});

test('streams of signed-in callers count per user: accounts behind one address each open as many as one may', async () => {
  const { users, strangers } = await createTestWorld(api.context);
  const leaving = new AbortController();
  const tokens: string[] = [];
  for (const user of [users.admin, strangers.admin, users.developer]) {
    const token = await sessionToken(api.context, user);
    tokens.push(token);
    for (let count = 0; count < limits.openStreams; count += 1)
      expect((await subscribe({ authorization: `Bearer ${token}` }, leaving.signal)).status).toBe(200);
  }
  for (const user of [users.admin, strangers.admin, users.developer])
    tokens.push((await keyOf(api.context, user, ['read'])).rawKey);
  // Another address or credential of the same user changes nothing.
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.9' };
    const refused = await subscribe(headers);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  }
  expect((await subscribe({}, leaving.signal)).status).toBe(200);
  leaving.abort();
  await until(() => ended === 3 * limits.openStreams + 1);
  expect((await subscribe({ authorization: `Bearer ${tokens[0]}` })).status).toBe(200);
});

test('a refused subscription takes no place of a stream', async () => {
  for (let count = 0; count <= limits.openStreams; count += 1) {
    const { errors } = await (await send('subscription { refused }', { accept: '*/*' })).json();
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
  }
});

test('a stream has a line of its own in the log and in the metrics, with the field it called', async () => {
  const leaving = new AbortController();
  await reader(await subscribe({}, leaving.signal)).until(':');
  await send('{ hello }').then((response) => response.text());
  leaving.abort();
  await until(() => answered.length === 2);
  expect(answered.map(({ route, notes }) => [route, notes.fields])).toEqual([
    ['api', [expect.objectContaining({ field: 'hello', code: 'OK' })]],
    ['stream', [expect.objectContaining({ field: 'events', code: 'OK' })]],
  ]);
  const text = await metrics.register.metrics();
  expect(text).toContain('http_request_duration_seconds_count{route="api"} 1');
});

test('a server that ends says so in every open stream, completes it, and doesn’t wait for it', async () => {
  const open = [reader(await subscribe()), reader(await subscribe())];
  await until(() => begun === 2);
  const closed = graceful.close();
  for (const sent of open) {
    const all = await sent.toEnd();
    expect(eventsIn(all)).toMatchObject([
      { errors: [{ message: expect.stringContaining('Subscribe again'), extensions: { code: 'INTERNAL' } }] },
    ]);
    expect(all).toMatch(/event: complete\ndata:\n\n$/);
  }
  expect([ended, graceful.underWay()]).toEqual([2, 0]);
  await closed;
}, 10_000);

test.each([
  ['session ends', 'UNAUTHENTICATED', (tx: Queries) => tx.session.deleteMany()],
  ['role changes', 'FORBIDDEN', (tx: Queries) => tx.user.updateMany({ data: { role: 'DEVELOPER' } })],
])('once its caller’s %s, a stream sends nothing more and ends with %s', async (_name, code, change) => {
  const { users } = await createTestWorld(api.context);
  const token = await sessionToken(api.context, users.admin);
  const sent = reader(await subscribe({ authorization: `Bearer ${token}` }));
  await until(() => begun === 1);
  await new Promise((resolve) => setTimeout(resolve, limits.streamTrust));
  void push('allowed');
  await sent.until('allowed');
  await api.context.db.write(change);
  await new Promise((resolve) => setTimeout(resolve, limits.streamTrust));
  void push('not for you');
  const all = await sent.toEnd();
  expect(all).not.toContain('not for you');
  expect(eventsIn(all).at(-1)?.errors).toMatchObject([{ extensions: { code } }]);
  expect(ended).toBe(1);
});

test('a stream without events ends too once its caller’s session has ended, and one of another caller stays', async () => {
  const { users } = await createTestWorld(api.context);
  const token = await sessionToken(api.context, users.admin);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const sent = reader(await subscribe({ authorization: `Bearer ${token}` }));
    const other = reader(await subscribe());
    await until(() => begun === 2);
    await new Promise((resolve) => setTimeout(resolve, limits.streamTrust));
    vi.advanceTimersByTime(10_000);
    await new Promise((resolve) => setTimeout(resolve, limits.streamTrust));
    expect(ended).toBe(0);
    await api.context.db.write((tx) => tx.session.deleteMany());
    vi.advanceTimersByTime(10_000);
    const all = await sent.toEnd();
    expect(eventsIn(all)).toMatchObject([{ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }]);
    expect(all).toMatch(/event: complete\ndata:\n\n$/);
    expect(ended).toBe(1);
    void push('still open');
    await other.until('still open');
  } finally {
    vi.useRealTimers();
  }
});

test('a stream that begins while the process ends, ends too', async () => {
  endStreams();
  const sent = await reader(await subscribe()).toEnd();
  expect(eventsIn(sent)).toHaveLength(1);
  expect(ended).toBe(begun);
});

test('behind Next a stream is the same, and ends its source when it is canceled', async () => {
  const response = await handleGraphqlRequest(
    yoga,
    new Request(origin, {
      method: 'POST',
      body: JSON.stringify({ query: 'subscription { events }' }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
    }),
  );
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const pieces = (response.body as ReadableStream<Uint8Array>).getReader();
  await pieces.read();
  const next = pieces.read();
  void push('one');
  expect(Buffer.from((await next).value ?? []).toString()).toContain('event: next');
  await pieces.cancel();
  await until(() => ended === 1);
});
