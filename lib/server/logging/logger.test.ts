import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { onRequestError } from '@/instrumentation';
import { loggedErrors } from '@/lib/server/runtime/runtime';
import { logFailedRequest } from './logger';

const lines = vi.hoisted(() => [] as string[]);
vi.mock('./open-logger', () => ({ openLogger: () => pino({}, { write: (line) => lines.push(line) }) }));
afterEach(() => {
  lines.length = 0;
});

test('an error is logged under the reference that its page shows, without what the query and headers hold', () => {
  const error = Object.assign(new Error('The disk is gone.'), { digest: '4038129858' });
  const request = {
    method: 'GET',
    path: '/blog/one?email=ada%40example.test',
    headers: { 'x-request-id': 'abc-12345', authorization: 'Bearer secret' },
  };
  logFailedRequest(error, request, '/blog/[slug]');
  expect(JSON.parse(lines.join())).toMatchObject({
    level: 50,
    err: { message: 'The disk is gone.', digest: '4038129858' },
    requestId: 'abc-12345',
    method: 'GET',
    path: '/blog/one',
    route: '/blog/[slug]',
  });
  expect(lines.join()).not.toMatch(/secret|ada/);
});

test('an error of a page behind a signed link is logged without the link', () => {
  const path = '/approvals/apr_0123456789abcdefghij-signature';
  logFailedRequest(new Error('no'), { method: 'GET', path, headers: {} }, '/approvals/[token]');
  expect(lines.join()).not.toContain('signature');
});

test('an error has one line, and it is taken before the hook has read the code that writes it', async () => {
  const error = new Error('of a page');
  const failed = () =>
    onRequestError(
      error,
      { method: 'GET', path: '/blog', headers: { 'x-request-id': 'abc-12345' } },
      {
        routerKind: 'App Router',
        routePath: '/blog',
        routeType: 'render',
        renderSource: 'react-server-components',
        revalidateReason: undefined,
      },
    );
  const hook = failed();
  expect(loggedErrors.add(error)).toBe(false);
  await hook;
  await failed();
  expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(['abc-12345']);
});
