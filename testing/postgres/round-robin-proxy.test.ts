import http, { type RequestListener, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { listen, probePort } from '@/server/http/connections/listen';
import { type RoundRobinProxy, startRoundRobinProxy } from './round-robin-proxy';

const servers: Server[] = [];
const proxies: RoundRobinProxy[] = [];
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const place = { host: '127.0.0.1', port: 0 };

async function serve(listener: RequestListener): Promise<number> {
  const server = http.createServer(listener);
  servers.push(server);
  return listen(server, place);
}

/** A server whose responses are its name, the method, and the request's body. */
const named = (name: string) =>
  serve(async (request, response) => {
    response.end(`${name} ${request.method} ${await text(request)}`);
  });

async function proxyOf(...ports: number[]): Promise<RoundRobinProxy> {
  const proxy = await startRoundRobinProxy(ports);
  proxies.push(proxy);
  return proxy;
}

const post = (origin: string, body: string) => fetch(origin, { method: 'POST', body });

test('each request goes to the next server, with its body', async () => {
  const { origin, responses } = await proxyOf(await named('a'), await named('b'));
  const bodies: string[] = [];
  for (const body of ['1', '2', '3']) bodies.push(await (await post(origin, body)).text());
  expect(bodies).toEqual(['a POST 1', 'b POST 2', 'a POST 3']);
  expect(responses).toEqual([2, 1]);
});

test('a server that refuses connections is skipped, also for a write, which arrives whole and once', async () => {
  const { origin, responses } = await proxyOf(await probePort(place), await named('b'));
  const body = 'x'.repeat(300_000);
  const seen = [await (await post(origin, body)).text(), await (await post(origin, body)).text()];
  expect(seen).toEqual([`b POST ${body}`, `b POST ${body}`]);
  expect(responses).toEqual([0, 2]);
});

test('if a server goes away with a write, the connection breaks and no other server gets it', async () => {
  let others = 0;
  const dying = await serve((request) => void request.once('data', () => request.socket.destroy()));
  const other = await serve((_, response) => {
    others += 1;
    response.end();
  });
  const { origin } = await proxyOf(dying, other);
  await expect(post(origin, 'write')).rejects.toThrow();
  expect(others).toBe(0);
});

test('if a server goes away with a read, the next server responds', async () => {
  const dying = await serve((request) => void request.socket.destroy());
  const { origin } = await proxyOf(dying, await named('b'));
  expect(await (await fetch(origin)).text()).toBe('b GET ');
});

test('a response that breaks off does so for the client', async () => {
  const half = await serve((_, response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('half');
    setTimeout(() => response.destroy(), 20);
  });
  const { origin } = await proxyOf(half);
  await expect(fetch(origin).then((answer) => answer.text())).rejects.toThrow();
});

test('a client that goes away ends its request at the server', async () => {
  let gone = false;
  const waiting = await serve((_, response) => {
    response.once('close', () => {
      gone = true;
    });
  });
  const { origin } = await proxyOf(waiting);
  await expect(fetch(origin, { signal: AbortSignal.timeout(200) })).rejects.toThrow();
  await expect.poll(() => gone).toBe(true);
});

test('servers are told the address of the client, whatever it claims, and the status and headers come back', async () => {
  const echo = await serve(({ headers }, response) => {
    response.writeHead(418, { 'x-seen': String(headers['x-forwarded-for']), 'set-cookie': ['a=1', 'b=2'] });
    response.end();
  });
  const { port } = await proxyOf(echo);
  const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect([answer.status, answer.headers.get('x-seen'), answer.headers.getSetCookie()]).toEqual([
    418,
    '127.0.0.1',
    ['a=1', 'b=2'],
  ]);
});

test('if no server takes a connection, the proxy says so', async () => {
  const { origin } = await proxyOf(await probePort(place));
  expect((await fetch(origin)).status).toBe(502);
});
