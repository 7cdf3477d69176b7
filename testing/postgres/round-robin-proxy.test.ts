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
