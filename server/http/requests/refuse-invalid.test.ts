import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { checkRequest } from './refuse-invalid';

/** The status that a request with these header lines is refused with. */
const checkVersion = (httpVersion: string, ...lines: [string, string][]) => {
  const headers: Record<string, string> = {};
  // As Node does with fields that have one value.
  for (const [name, value] of lines) headers[name.toLowerCase()] ??= value;
  const request = { headers, rawHeaders: lines.flat(), httpVersion } as unknown as IncomingMessage;
  const refusal = checkRequest(request);
  if (refusal) expect(refusal.headers).toEqual({ connection: 'close' });
  return refusal?.status;
};
const check = (...lines: [string, string][]) => checkVersion('1.1', ...lines);

test.each([
  'localhost',
  'localhost:3000',
  'Switchyard.Example',
  'api_1:80',
  '127.0.0.1:65535',
  '[::1]',
  '[2001:db8::1]:3000',
])('Host: %s is valid', (host) => {
  expect(check(['Host', host])).toBeUndefined();
});

test.each([
  '',
  ' ',
  'a b',
  'a, b',
  'a:b',
  'a:',
  'a:123456',
  'a@b',
  'a/b',
  '[::1',
  '::1',
  'http://a',
  'a\\b',
  'é',
])('Host: %s is refused', (host) => {
  expect(check(['Host', host])).toBe(400);
});

test('HTTP/1.0 needs no Host', () => {
  expect(checkVersion('1.0', ['Accept', '*/*'])).toBeUndefined();
});

test.each([
  ['1.1', 'chunked', undefined],
  ['1.1', 'Chunked', undefined],
  ['1.1', 'identity, chunked', 400],
  ['1.1', 'gzip, chunked', 400],
  ['1.1', 'chunked, chunked', 400],
  ['1.0', 'chunked', 400],
])('HTTP/%s with Transfer-Encoding: %s', (version, coding, status) => {
  expect(checkVersion(version, ['Host', 'localhost'], ['Transfer-Encoding', coding])).toBe(status);
});

test.each(['Host', 'Content-Length', 'Content-Type', 'Authorization'])('two %s lines are refused', (name) => {
  const others: [string, string][] = name === 'Host' ? [] : [['Host', 'localhost']];
  expect(check(...others, [name, '1'])).toBeUndefined();
  for (const [first, second] of [
    ['1', '2'],
    ['1', '1'],
  ] as const)
    expect(check(...others, [name, first], ['Accept', '*/*'], [name.toLowerCase(), second])).toBe(400);
});

test('a list may have several lines', () => {
  const host: [string, string] = ['Host', 'localhost'];
  expect(check(host, ['Accept', 'text/html'], ['Accept', '*/*'], ['Via', 'a'], ['Via', 'b'])).toBeUndefined();
});

/** The status that a request without headers is refused with. */
const refusalOf = (method: string, url: string) =>
  checkRequest({
    method,
    url,
    headers: {},
    rawHeaders: [],
    httpVersion: '1.1',
  } as unknown as IncomingMessage);
const ask = (method: string, url: string) => refusalOf(method, url)?.status;

test.each([
  ['GET', '/'],
  ['HEAD', '/docs/overview?x=%2e'],
  ['POST', '/api/graphql'],
  ['OPTIONS', '/api/graphql'],
  ['PUT', '/api/v1.0/email/send'],
  ['GET', '/docs/caf%C3%A9'],
  ['GET', '/docs/../terms'],
])('%s %s is allowed', (method, url) => {
  expect(ask(method, url)).toBeUndefined();
});

test.each(['/docs/%', '/docs/%E0%A4%A', '/docs/search%2ejson', '/docs%2Foverview', '/a%00', '*', 'docs'])(
  'GET %s is a bad request, not a server error',
  (url) => {
    expect(ask('GET', url)).toBe(400);
  },
);

test.each([
  ['TRACE', '/api/graphql'],
  ['POST', '/docs'],
  ['POST', '/og/docs.png'],
  ['PUT', '/'],
  ['OPTIONS', '/docs'],
  ['PATCH', '/_next/image'],
  ['DELETE', '/dashboard/admin/account/invoices/any'],
])("%s %s isn't allowed", (method, url) => {
  expect(ask(method, url)).toBe(405);
});

test.each([
  ['/', 'GET, HEAD, POST, OPTIONS', 'send JSON with POST'],
  ['/?x=1', 'GET, HEAD, POST, OPTIONS', 'send JSON with POST'],
  ['/docs', 'GET, HEAD', 'It takes GET and HEAD.'],
])('a refused method of %s names the methods that the address takes', (url, allow, sentence) => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'])
    expect(refusalOf(method, url)).toMatchObject({
      status: 405,
      headers: { allow },
      message: expect.stringContaining(sentence),
    });
});
