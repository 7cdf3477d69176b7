import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { checkTarget } from './check-target';

const ask = (method: string, url: string) => checkTarget({ method, url } as IncomingMessage)?.status;

test.each([
  ['GET', '/'],
  ['HEAD', '/docs/overview?x=%2e'],
  ['POST', '/api/graphql'],
  ['OPTIONS', '/api/graphql'],
  ['PUT', '/api/v1.0/email/send'],
  ['GET', '/docs/caf%C3%A9'],
  ['GET', '/docs/../terms'],
])('%s %s is let through', (method, url) => {
  expect(ask(method, url)).toBeUndefined();
});

test.each(['/docs/%', '/docs/%E0%A4%A', '/docs/search%2ejson', '/docs%2Foverview', '/a%00', '*', 'docs'])(
  'GET %s is a bad request, not an error of the server',
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
])('%s %s is not allowed', (method, url) => {
  expect(ask(method, url)).toBe(405);
});
