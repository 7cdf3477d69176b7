import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { toOriginForm } from './origin-form';
import { sendRootCallsToApi } from './root-api';

const rewritten = (url: string) => {
  const request = { url, headers: { host: 'site' } } as IncomingMessage;
  toOriginForm(request);
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
  toOriginForm(request);
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
    toOriginForm(request);
    sendRootCallsToApi(request);
    expect(request.url).toMatch(/^\/api\/graphql(\?from=proxy)?$/);
  },
);
