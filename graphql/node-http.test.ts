import { once } from 'node:events';
import { createServer, request as openRequest, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Handler } from '@/graphql/handle-request';
import { handleNodeRequest } from '@/graphql/node-http';
import { createGraphqlServer } from '@/graphql/yoga';
import { limits } from '@/lib/config/limits';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { requestNotes } from '@/lib/server/runtime/runtime';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let api: TestServer;
let world: TestWorld;
let yoga: Handler;
let server: Server;
let origin: string;
/** The handler of the server's requests, and how the last one ended. */
let handler: Handler;
let finished: Promise<void>;
let held: number[];
beforeAll(async () => {
  api = await openTestServer();
  world = await createTestWorld(api.context);
  yoga = createGraphqlServer(api.context, new SignInLimiter());
  server = createServer((request, response) => {
    request.headers['x-forwarded-for'] = '192.0.2.1';
    const notes = { fields: [], hold: (bytes: number) => held.push(bytes) };
    finished = requestNotes.run(notes, () => handleNodeRequest(handler, request, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  handler = yoga;
  held = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
});

const me = JSON.stringify({ query: '{ me { id } }' });
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(origin, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
const codeOf = async (response: Response) => (await response.json()).errors[0].extensions.code;

test("a call acts for its token's owner, has its request id, and is never cached", async () => {
  const token = await sessionToken(api.context, world.users.developer);
  const response = await post(me, { authorization: `Bearer ${token}`, 'x-request-id': 'id-of-the-test' });
  const text = await response.text();
  expect(JSON.parse(text)).toEqual({ data: { me: { id: world.users.developer.id } } });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(text.length),
    'x-request-id': 'id-of-the-test',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  });
  expect(held).toEqual([text.length]);
});

test('both ways to respond agree, header by header', async () => {
  for (const body of [me, '{', JSON.stringify({ query: '{ nothing }' })]) {
    const headers = { 'x-request-id': 'id-of-the-test' };
    const [there, here] = [await api.post(body, headers), await post(body, headers)];
    const { date, connection, 'keep-alive': alive, ...sent } = Object.fromEntries(here.headers);
    expect(sent).toEqual(Object.fromEntries(there.headers));
    expect([here.status, await here.text()]).toEqual([there.status, await there.text()]);
  }
});

test('a preflight succeeds, and other methods are refused', async () => {
  const preflight = await fetch(origin, { method: 'OPTIONS' });
  expect([preflight.status, await preflight.text()]).toEqual([204, '']);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const refused = await fetch(origin, { method });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(await codeOf(refused)).toBe('BAD_USER_INPUT');
  }
  expect((await fetch(origin, { method: 'HEAD' })).status).toBe(405);
});

test('a client over its limit is refused before its body is read, with the time to wait', async () => {
  const limiter = new ApiLimiter({ perClient: 1, perAccount: 1 });
  handler = createGraphqlServer(api.context, new SignInLimiter(), limiter);
  expect((await post(me)).status).toBe(200);
  const refused = await post('{');
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test.each<[string, Handler['handleRequest'], number]>([
  ['the API, as it starts', () => Promise.reject(new Error('no place for the database')), 500],
  ['the database, as it is opened', () => Promise.reject(new DatabaseUnavailable('missing')), 503],
])('a failure of %s fails with INTERNAL', async (_name, handleRequest, status) => {
  handler = { handleRequest };
  const response = await post(me);
  expect([response.status, await codeOf(response)]).toEqual([status, 'INTERNAL']);
});

test('a body is refused by its type, and by its size, announced or not; it is held while it arrives', async () => {
  expect((await post(me, { 'content-type': 'text/plain' })).status).toBe(415);
  const large = me + ' '.repeat(200_000);
  for (const body of [large, new Blob([large]).stream()]) {
    held = [];
    expect((await post(body)).status).toBe(200);
    expect(held).toContain(large.length);
  }
  const tooLarge = me + ' '.repeat(limits.graphql.bodyBytes);
  for (const body of [tooLarge, new Blob([tooLarge]).stream()]) expect((await post(body)).status).toBe(413);
});

test('characters are whole wherever the network cuts them', async () => {
  const body = Buffer.from(JSON.stringify({ query: '{ nothing_é }' }));
  const cut = body.indexOf(0xc3) + 1;
  const request = openRequest(origin, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  request.flushHeaders();
  request.write(body.subarray(0, cut));
  await new Promise((resolve) => setTimeout(resolve, 30));
  request.end(body.subarray(cut));
  const [response] = await once(request, 'response');
  const chunks = await response.toArray();
  expect(Buffer.concat(chunks).toString()).toContain('U+00E9');
});

test("after a body that wasn't read to its end the connection takes the next request", async () => {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  const size = limits.graphql.bodyBytes + 10_000;
  socket.write(
    `${head}Transfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n${' '.repeat(size)}\r\n0\r\n\r\n`,
  );
  socket.write(`${head}Content-Length: ${me.length}\r\nConnection: close\r\n\r\n${me}`);
  const text = Buffer.concat(await socket.toArray()).toString();
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
  expect(text).toContain('HTTP/1.1 200 OK');
});

test.each([100, limits.graphql.bodyBytes])(
  "a client that leaves in the middle of its request of %d bytes isn't our fault",
  async (length) => {
    const { port } = server.address() as AddressInfo;
    const arrived = once(server, 'request');
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{"query":`,
    );
    await arrived;
    socket.destroy();
    await expect(finished).resolves.toBeUndefined();
    expect((await post(me)).status).toBe(200);
  },
);

/** A response of events, which the test sends one by one. */
function eventStream() {
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancel = () => {};
  const canceled = new Promise<void>((resolve) => {
    cancel = resolve;
  });
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = controller;
    },
    cancel,
  });
  const headers = { 'content-type': 'text/event-stream' };
  handler = { handleRequest: () => new Response(stream, { headers }) };
  return {
    send: (text: string) => send?.enqueue(Buffer.from(text)),
    fail: () => send?.error('failed'),
    end: () => send?.close(),
    canceled,
  };
}

test('events are sent one by one, as they come', async () => {
  const events = eventStream();
  const response = await post(me);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
    events.send(text);
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(text);
  }
  events.end();
  expect((await reader.read()).done).toBe(true);
});

test("a stream that fails is cut off, so that it doesn't pass for whole", async () => {
  const events = eventStream();
  const response = await post(me);
  events.send('data: 1\n\n');
  events.fail();
  await expect(response.text()).rejects.toThrow();
  await finished;
});

test('a client that leaves ends its stream, and its signal says so', async () => {
  const events = eventStream();
  const { handleRequest } = handler;
  let signal: AbortSignal | undefined;
  handler = {
    handleRequest: (request, context) => {
      signal = request.signal;
      return handleRequest(request, context);
    },
  };
  const leaving = new AbortController();
  const response = await fetch(origin, { method: 'POST', body: me, signal: leaving.signal });
  events.send('data: 1\n\n');
  expect(response.ok && signal?.aborted).toBe(false);
  leaving.abort();
  await events.canceled;
  await finished;
  expect(signal?.aborted).toBe(true);
});

test('nothing is sent to a client that has left before its response is ready', async () => {
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  let sent: ServerResponse | undefined;
  server.once('request', (_request, response) => {
    sent = response;
    response.once('close', leave);
  });
  handler = {
    handleRequest: async () => {
      await left;
      return new Response('{}', { headers: { 'content-type': 'application/json' } });
    },
  };
  const leaving = new AbortController();
  const call = fetch(origin, { method: 'POST', body: me, signal: leaving.signal });
  await once(server, 'request');
  leaving.abort();
  await expect(call).rejects.toThrow();
  await expect(finished).resolves.toBeUndefined();
  expect(sent?.headersSent).toBe(false);
});
