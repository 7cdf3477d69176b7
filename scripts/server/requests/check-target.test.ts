import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { checkTarget } from './check-target.mjs';

const ask = (method: string, url: string) => {
  const request = { method, url } as IncomingMessage;
  return { status: checkTarget(request)?.status, url: request.url };
};

test.each([
  ['GET', '/'],
  ['HEAD', '/docs/overview?x=%2e'],
  ['POST', '/api/graphql'],
  ['OPTIONS', '/api/graphql'],
  ['PUT', '/api/v1.0/email/send'],
  ['GET', '/docs/caf%C3%A9'],
  ['GET', '/docs/../terms'],
])('%s %s is let through as it is', (method, url) => {
  expect(ask(method, url)).toEqual({ status: undefined, url });
});

test.each(['/docs/%', '/docs/%E0%A4%A', '/docs/search%2ejson', '/docs%2Foverview', '/a%00', '*', 'docs'])(
  'GET %s is a bad request, not an error of the server',
  (url) => {
    expect(ask('GET', url).status).toBe(400);
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
])('%s %s is not allowed', (method, url) => {
  expect(ask(method, url).status).toBe(405);
});

test('an absolute target is the path it means', () => {
  expect(ask('GET', 'http://example.com/docs?x=1')).toEqual({ status: undefined, url: '/docs?x=1' });
});
