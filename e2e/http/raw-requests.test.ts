import fc from 'fast-check';
import { expect, test } from 'vitest';
import { siteUrl } from '@/e2e/fetch-site';
import { exchange, forAll, statusOf } from '@/e2e/raw-request';

// Bytes that no client of ours would send: the fuzz of the API (graphql/fuzz.test.ts) begins behind the server.

const SEED = 20_261_121;
const COUNT = 400;

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

/** Headers that Node itself refuses, now and then. */
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

test(`${COUNT} raw requests all get a response, and none as a fault of the server`, async () => {
  const faults: string[] = [];
  await forAll(fc.sample(requests, { seed: SEED, numRuns: COUNT }), async (request) => {
    const response = await exchange(siteUrl, request);
    const status = statusOf(response);
    if (status === 0 || status >= 500) faults.push(`${JSON.stringify(request)}\n  ${response.slice(0, 300)}`);
  });
  expect(faults.join('\n')).toBe('');
});

test('a request that asks for another protocol is handled as any other, and its connection ends', async () => {
  const request =
    'GET /docs HTTP/1.1\r\nHost: localhost\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n';
  expect(await exchange(siteUrl, request)).toMatch(/^HTTP\/1\.1 200 /);
});

const query = JSON.stringify({ query: '{ __typename }' });
const post = (target: string, ...lines: string[]) =>
  [
    `POST ${target} HTTP/1.1`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${query.length}`,
    ...lines,
    `\r\n${query}`,
  ].join('\r\n');

for (const target of ['/', 'http://localhost/', 'http://localhost', 'HTTP://switchyard.example:80/?x=1']) {
  test(`JSON posted to ${target} is for the API`, async () => {
    const response = await exchange(siteUrl, post(target, 'Host: localhost'));
    expect(statusOf(response)).toBe(200);
    expect(response).toContain('{"data":{"__typename":"Query"}}');
  });
}

for (const target of ['/api/graph%71l', '/%61pi/graphql', '/api/graphql%2F'])
  test(`${target} doesn't lead to the API past its limits and the log`, async () => {
    const response = await exchange(siteUrl, post(target, 'Host: localhost'));
    expect([400, 404, 405]).toContain(statusOf(response));
    expect(response).not.toContain('"data"');
  });

for (const target of ['/api/graphql', '/'])
  for (const method of ['PUT', 'PATCH', 'DELETE', ...(target === '/' ? [] : ['GET', 'HEAD'])])
    test(`${method} ${target} is refused with 405, the methods it takes, and a sentence`, async () => {
      const request = post(target, 'Host: localhost').replace('POST', method);
      const [head = '', body = ''] = (await exchange(siteUrl, request)).split('\r\n\r\n', 2);
      expect(statusOf(head)).toBe(405);
      const allow = target === '/' ? 'GET, HEAD, POST, OPTIONS' : 'POST, OPTIONS';
      expect(head.toLowerCase()).toContain(`\r\nallow: ${allow.toLowerCase()}\r\n`);
      if (method === 'HEAD') expect(body).toBe('');
      else expect(body).toContain('with POST');
    });

test('a preflight of http://localhost/ is for the API', async () => {
  const request =
    'OPTIONS http://localhost/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: http://a.example\r\nAccess-Control-Request-Method: POST\r\n\r\n';
  expect(statusOf(await exchange(siteUrl, request))).toBe(204);
});

const chunked = (...lines: string[]) =>
  ['POST /api/graphql HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...lines, '\r\n0\r\n\r\n'].join(
    '\r\n',
  );

/** Requests that two servers in a row may read differently: each would see another request begin behind them. */
const ambiguous: Record<string, string> = {
  'no Host': post('/'),
  'two Hosts': post('/', 'Host: a.example', 'Host: b.example'),
  'one Host twice': post('/', 'Host: a.example', 'host: a.example'),
  'an empty Host': post('/', 'Host:'),
  'a Host with a space': post('/', 'Host: a b'),
  'a list of Hosts': post('/', 'Host: a, b'),
  'a Host with a path': post('/', 'Host: a/b'),
  'two Hosts for a page': 'GET /docs HTTP/1.1\r\nHost: a\r\nConnection: close\r\nHost: b\r\n\r\n',
  'two Hosts for an absolute target': post('http://a/', 'Host: a', 'Host: b'),
  'two Content-Lengths': post('/', 'Host: a', 'Content-Length: 2'),
  'one Content-Length twice': post('/', 'Host: a', `Content-Length: ${query.length}`),
  'a list of Content-Lengths': post('/', 'Host: a').replace(/(Content-Length: )(\d+)/, '$1$2, $2'),
  'a signed Content-Length': post('/', 'Host: a').replace(/(Content-Length: )/, '$1+'),
  'a space before a colon': post('/', 'Host: a').replace('Content-Length:', 'Content-Length :'),
  'a folded field': post('/', 'Host: a', 'X-Folded: a\r\n b'),
  'two Authorizations': post('/', 'Host: a', 'Authorization: Bearer a', 'Authorization: Bearer b'),
  'two Content-Types': post('/', 'Host: a', 'Content-Type: text/plain'),
  'Content-Length and Transfer-Encoding': post('/', 'Host: a', 'Transfer-Encoding: chunked'),
  'Transfer-Encoding and Content-Length': chunked('Transfer-Encoding: chunked', 'Content-Length: 5'),
  'two Transfer-Encodings': chunked('Transfer-Encoding: chunked', 'Transfer-Encoding: identity'),
  'one Transfer-Encoding twice': chunked('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'),
  'a list of Transfer-Encodings': chunked('Transfer-Encoding: identity, chunked'),
  'an unknown Transfer-Encoding': chunked('Transfer-Encoding: xchunked'),
  'Transfer-Encoding in HTTP/1.0': chunked('Transfer-Encoding: chunked').replace('HTTP/1.1', 'HTTP/1.0'),
  'lines that end without a carriage return': post('/', 'Host: a').replaceAll('\r\n', '\n'),
};

for (const [name, request] of Object.entries(ambiguous)) {
  test(`${name}: a bad request, and the connection ends`, async () => {
    // Bytes that follow it on the same connection are never read as a request.
    const smuggled = 'GET /terms HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const response = await exchange(siteUrl, request.replace('Connection: close\r\n', '') + smuggled);
    expect(statusOf(response)).toBe(400);
    expect(response.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  });
}
