import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from './fixtures';

// What no client of ours would send, as bytes: the fuzz of the API (graphql/fuzz.test.ts) begins behind the server.

const SEED = 20_261_121;
const COUNT = 400;
const AT_ONCE = 8;
/** Milliseconds: far more than any answer takes, on a busy machine too. */
const PATIENCE = 20_000;

const paths = [
  '/',
  '/api/graphql',
  '/api/v1.0/email/send',
  '/api/health',
  '/docs',
  '/docs/../../etc/passwd',
  '/docs/getting-started.md',
  '/blog/%F0%9F%92%A9',
  '/favicon.ico',
  '/icon.svg',
  '/_next/static/../../package.json',
  '/_next/image?url=%2Ficon.svg&w=64&q=75',
  '/_next/data/x/y.json',
  '/dashboard/account',
  '/sitemap.xml',
  '/og/docs',
];

const suffixes = [
  ...Array<string>(10).fill(''),
  '?a=%',
  '?__proto__[x]=1&_rsc=1',
  '/%',
  '/%ff%fe',
  '/%2e%2e/%2e%2e',
  '/..;/',
  '//',
  '/%00',
  '\\..\\',
  `/${'a'.repeat(2_000)}`,
  `?${'a=b&'.repeat(1_500)}`,
  '/<script>',
  '#fragment',
];

const targets = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(...paths), fc.constantFrom(...suffixes))
      .map((parts) => parts.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '*',
      '//',
      '///evil.example',
      'http://evil.example/docs',
      'http://[',
      'https://a@b:99999/',
      'evil.example:443',
      '?x',
      '/%E0%A4%A',
      '/\u007f',
    ),
  },
);

const usualHeaders = fc.constantFrom(
  'Accept: */*;q=9',
  'Accept-Encoding: gzip;q=x, br;;, *;q=-1',
  'Accept-Encoding: identity;q=0',
  'Accept-Language: en-US,de;q=0.x',
  'If-None-Match: W/"\\"',
  'If-Modified-Since: the day before yesterday',
  'Range: bytes=9999999999-',
  'Range: bytes=-1,0-0,x',
  'Content-Type: application/json',
  'Content-Type: text/plain',
  'Content-Encoding: gzip',
  'Cookie: a=b; __proto__=1; =; ;',
  'RSC: 1',
  'Next-Router-State-Tree: %7B',
  'Next-Router-Prefetch: 1',
  'Next-Action: x',
  'X-Middleware-Subrequest: middleware',
  'X-Forwarded-For: , ,x',
  'X-Forwarded-Host: evil.example:x',
  'X-Forwarded-Proto: gopher',
  'X-Request-Id: a b',
  'Authorization: Bearer \u00e9',
  'Origin: null',
  'Access-Control-Request-Method: POST',
  'Expect: 100-continue',
  'Upgrade: h2c',
  'Connection: Upgrade\r\nUpgrade: websocket',
  `X-Long: ${'x'.repeat(6_000)}`,
);

/** What Node itself refuses, now and then. */
const headers = fc.oneof(
  { weight: 20, arbitrary: usualHeaders },
  { weight: 1, arbitrary: fc.constantFrom('Host: evil.example', 'Host: a b', 'Bad Name: x', 'X: \u0001') },
);

const bodies = fc.constantFrom(
  ...Array<string>(12).fill(''),
  'Content-Length: 0\r\n\r\n',
  'Content-Length: 2\r\n\r\n{}',
  'Content-Length: 24\r\n\r\n{"query":"{ me { id } }"',
  'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\n5;ext="\r\nhello\r\n0\r\nTrailer: x\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\nfffffffffffffffffffff\r\nx',
  'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n',
  'Transfer-Encoding: gzip\r\n\r\nx',
  'Content-Length: -1\r\n\r\n',
);

const requests = fc
  .record({
    method: fc.constantFrom(
      'GET',
      'GET',
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'DELETE',
      'OPTIONS',
      'PATCH',
      'TRACE',
      'PROPFIND',
      'get',
      'BREW',
    ),
    target: targets,
    some: fc.array(headers, { maxLength: 4 }),
    body: bodies,
  })
  .map(({ method, target, some, body }) =>
    [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...some, body || '\r\n'].join(
      '\r\n',
    ),
  );

/** Sends bytes. @returns all that comes back until the server ends the connection; `hang` where it does not */
function exchange(url: URL, request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(url.port), url.hostname, () => socket.write(request, 'latin1'));
    socket.setTimeout(PATIENCE, () => {
      answer ||= 'hang';
      socket.destroy();
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    // The server may refuse a body before it has been sent whole.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

test(`${COUNT} raw requests are all answered, and none as a fault of the server`, async ({ baseURL }) => {
  const url = new URL(baseURL ?? '');
  const waiting = fc.sample(requests, { seed: SEED, numRuns: COUNT });
  const faults: string[] = [];
  const worker = async () => {
    for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
      const answer = await exchange(url, request);
      const [, status] = /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
      if (!status || Number(status) >= 500)
        faults.push(`${JSON.stringify(request)}\n  ${answer.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(faults.join('\n')).toBe('');
});

test('a request that asks for another protocol is answered as any other, and its connection ends', async ({
  baseURL,
}) => {
  const request =
    'GET /docs HTTP/1.1\r\nHost: localhost\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n';
  expect(await exchange(new URL(baseURL ?? ''), request)).toMatch(/^HTTP\/1\.1 200 /);
});
