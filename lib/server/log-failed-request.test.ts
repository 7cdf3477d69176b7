import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { logFailedRequest } from './log-failed-request';

const lines = vi.hoisted(() => [] as string[]);
vi.mock('@/lib/server/logger', () => ({ logger: pino({}, { write: (line) => lines.push(line) }) }));

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
