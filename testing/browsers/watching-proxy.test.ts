import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen } from '@/server/http/connections/listen';
import { startWatchingProxy, type WatchingProxy } from './watching-proxy';

const policy = "default-src 'self'; script-src 'self' 'sha256-own='; style-src 'self'";
const html = '<!doctype html><html><head><script src="/own.js"></script></head><body>Ü</body></html>';

const respond: RequestListener = (request, response) => {
  const { 'if-none-match': condition, 'accept-encoding': encoding } = request.headers;
  if (request.url === '/page')
    response
      .setHeader('content-security-policy', policy)
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(html);
  else response.setHeader('x-seen', `${request.method} ${condition} ${encoding}`).writeHead(418).end('plain');
};

const server = createServer(respond);
let proxy: WatchingProxy;
beforeEach(async () => {
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  proxy = await startWatchingProxy(`http://127.0.0.1:${port}`);
});
afterEach(() => {
  proxy.close();
  server.close();
});

test("the first script of a page is the proxy's, which the page's policy allows, and nothing else differs", async () => {
  const response = await fetch(`${proxy.origin}/page`);
  const [, script = ''] = /<head><script>(.*?)<\/script>/s.exec((await response.clone().text()) ?? '') ?? [];
  expect((await response.text()).replace(`<script>${script}</script>`, '')).toBe(html);
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  expect(response.headers.get('content-security-policy')).toBe(
    policy.replace("script-src 'self'", `script-src ${hash} 'self'`),
  );
});

test('everything but pages passes as it is, whole and uncompressed', async () => {
  const response = await fetch(`${proxy.origin}/other`, {
    method: 'PUT',
    headers: { 'if-none-match': '"a"' },
  });
  expect([response.status, await response.text(), response.headers.get('x-seen')]).toEqual([
    418,
    'plain',
    'PUT undefined identity',
  ]);
});

test('what a page reports is taken once', async () => {
  for (const text of ['error: one', 'uncaught: two'])
    await fetch(`${proxy.origin}/reported-by-the-page`, { method: 'POST', body: text });
  expect(proxy.takeReports()).toEqual(['error: one', 'uncaught: two']);
  expect(proxy.takeReports()).toEqual([]);
});
