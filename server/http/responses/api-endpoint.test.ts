import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { refuseCall } from '@/server/http/responses/api-endpoint';
import { openTestServer } from '@/testing/test-server';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server that responds 204 unless it refuses. */
async function listen(limiter?: ApiLimiter) {
  server = createServer((request, response) => {
    request.headers['x-forwarded-for'] = '203.0.113.7';
    if (!refuseCall(request, response, limiter)) response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const calls = { perClient: 2, perAccount: 2 };
const body = JSON.stringify({ query: '{ me { id } }' });
const send = (url: string, init: RequestInit = {}) => fetch(url, { method: 'POST', body, ...init });

test('a client that the API has refused is refused in front of it in the same words, and only its calls are', async () => {
  const limiter = new ApiLimiter(calls);
  const origin = await listen(limiter);
  for (let index = 0; index < 2; index += 1) await limiter.countClient('203.0.113.7');
  expect((await send(`${origin}/api/graphql`)).status).toBe(204);
  await expect(limiter.countClient('203.0.113.7')).rejects.toMatchObject({ code: 'RATE_LIMITED' });

  const refused = await send(`${origin}/api/graphql?x`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  const api = await openTestServer({ calls });
  for (let index = 0; index < 2; index += 1) await api.post(body);
  const own = await api.post(body);
  await api.close();
  expect(await refused.json()).toEqual(await own.json());
  for (const name of ['access-control-allow-origin', 'access-control-expose-headers', 'cache-control'])
    expect(refused.headers.get(name), name).toBe(own.headers.get(name));

  expect((await send(`${origin}/`)).status).toBe(204);
  expect((await send(`${origin}/api/graphql`, { method: 'OPTIONS', body: null })).status).toBe(204);
  expect(limiter.enter('203.0.113.8')).toBeTypeOf('function');
});

test('a call is under way until its response ends, however that happens', async () => {
  const limiter = new ApiLimiter({ perClient: 1_000, perAccount: 1_000 });
  const origin = await listen(limiter);
  for (let index = 0; index < limits.callsUnderWay + 5; index += 1)
    expect((await send(`${origin}/api/graphql`)).status).toBe(204);
});

test('a refused call’s body isn’t awaited, and its connection can be reused', async () => {
  const limiter = new ApiLimiter(calls);
  const origin = await listen(limiter);
  for (let index = 0; index < 3; index += 1) await limiter.countClient('203.0.113.7').catch(() => {});
  const large = 'x'.repeat(1_000_000);
  for (let index = 0; index < 3; index += 1)
    expect((await send(`${origin}/api/graphql`, { body: large })).status).toBe(429);
});

test('before the first API call, nothing is refused', async () => {
  const origin = await listen();
  expect((await send(`${origin}/api/graphql`)).status).toBe(204);
});
