import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '@/server/http/connections/listen';
import { clientAddressSetter } from '@/server/http/requests/client-address';
import { setDocumentPolicy, setSecurityHeaders } from './security-headers';

const behindProxy = clientAddressSetter(['loopback']);
const direct = clientAddressSetter([]);
const server = createServer((request, response) => {
  (request.headers['x-proxied'] ? behindProxy : direct)(request);
  setSecurityHeaders(request, response, { dev: request.url === '/dev' });
  if (request.url === '/page') setDocumentPolicy(request, response, "default-src 'self'");
  response.end();
});
let origin: string;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

const headersOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(origin + path, { headers })).headers;

test.each([
  ['http', null, "default-src 'self'"],
  ['https', 'max-age=31536000', "default-src 'self'; upgrade-insecure-requests"],
  ['https, http', 'max-age=31536000', "default-src 'self'; upgrade-insecure-requests"],
])('what a trusted proxy took by %s has a browser stay with it', async (protocol, transport, policy) => {
  const headers = await headersOf('/page', { 'x-proxied': '1', 'x-forwarded-proto': protocol });
  expect(headers.get('strict-transport-security')).toBe(transport);
  expect(headers.get('content-security-policy')).toBe(policy);
});

test('HTTPS that only the client speaks of is none', async () => {
  const headers = await headersOf('/page', { 'x-forwarded-proto': 'https' });
  expect(headers.has('strict-transport-security')).toBe(false);
  expect(headers.get('content-security-policy')).toBe("default-src 'self'");
});

test('what is no page may load nothing by itself', async () => {
  expect((await headersOf('/robots.txt')).get('content-security-policy')).toMatch(/^default-src 'none';/);
});

test.each([
  ['/docs', 'same-origin'],
  ['/docs?next=/api/', 'same-origin'],
  ['/apiary', 'same-origin'],
  ['/api/graphql', 'cross-origin'],
  ['/og/docs.png', 'cross-origin'],
  ['/icon.svg?icon.1x2y.svg', 'cross-origin'],
])('%s is for pages of %s', async (path, policy) => {
  expect((await headersOf(path)).get('cross-origin-resource-policy')).toBe(policy);
});

test('hot reload works: no content policy while developing, all else as ever', async () => {
  const headers = await headersOf('/dev');
  expect(headers.has('content-security-policy')).toBe(false);
  expect(headers.get('x-frame-options')).toBe('DENY');
});
