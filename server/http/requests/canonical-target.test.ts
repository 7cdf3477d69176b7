import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { setCanonicalTarget } from './canonical-target';

const rewritten = (url: string) => {
  const request = { url, headers: { host: 'site' } } as IncomingMessage;
  setCanonicalTarget(request);
  return request.url;
};

test.each([
  ['http://example.com/docs?x=1', '/docs?x=1'],
  ['http://example.com/', '/'],
  ['http://example.com', '/'],
  ['http://example.com?x', '/?x'],
  ['HTTPS://EXAMPLE.COM:8443/Docs', '/Docs'],
  ['http://[::1]:3000/docs', '/docs'],
  ['http://example.com//docs', '//docs'],
])('%s means %s', (url, path) => {
  expect(rewritten(url)).toBe(path);
});

test('the host of an absolute target takes the place of the Host header', () => {
  const request = { url: 'http://example.com:8443/docs', headers: { host: 'site' } } as IncomingMessage;
  setCanonicalTarget(request);
  expect(request.headers.host).toBe('example.com:8443');
});

test.each([
  '/docs',
  '/http://example.com/docs',
  '*',
  'http://[',
  'http://',
  'ftp://example.com/docs',
  'docs',
])('%s stays as it is', (url) => {
  expect(rewritten(url)).toBe(url);
});

test.each(['http://example.com/', 'http://example.com', 'http://example.com?from=proxy'])(
  'JSON posted to %s is for the API',
  (url) => {
    const request = {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
    } as IncomingMessage;
    setCanonicalTarget(request);
    expect(request.url).toMatch(/^\/api\/graphql(\?from=proxy)?$/);
  },
);

const json = { 'content-type': 'application/json; charset=utf-8' };

test.each([
  ['JSON posted to the root is for the API', 'POST', '/', json, '/api/graphql'],
  ['however its type is written', 'POST', '/', { 'content-type': 'Application/JSON' }, '/api/graphql'],
  ['with its query', 'POST', '/?from=cli', json, '/api/graphql?from=cli'],
  ['and so is its preflight', 'OPTIONS', '/', { 'access-control-request-method': 'POST' }, '/api/graphql'],
  ['a visitor gets the landing page', 'GET', '/', { accept: 'text/html' }, '/'],
  ['whatever type the visitor claims to send', 'GET', '/', json, '/'],
  ['a form posted to the root stays there', 'POST', '/', { 'content-type': 'text/plain' }, '/'],
  ['so does a type that only begins like JSON', 'POST', '/', { 'content-type': 'application/jsonp' }, '/'],
  ['other pages stay where they are', 'POST', '/contact', json, '/contact'],
  ['a path that only begins like it, too', 'POST', '//', json, '//'],
])('%s', (_, method, url, headers, expected) => {
  const request = { method, url, headers } as unknown as IncomingMessage;
  setCanonicalTarget(request);
  expect(request.url).toBe(expected);
});
