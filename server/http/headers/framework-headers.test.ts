import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '@/server/http/connections/listen';
import { hideFramework } from './framework-headers';

/** Answers as Next does for a page that is not there, and for a method that no page takes. */
const server = createServer((request, response) => {
  hideFramework(request, response);
  delete request.headers.rsc;
  response.setHeader('x-nextjs-prerender', ['1', '1']);
  response.setHeader('X-Nextjs-Stale-Time', '300');
  response.setHeader('Allow', ['GET', 'HEAD']);
  response.end();
});
let origin: string;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

test('a document or file does not name the framework, and says once what is allowed', async () => {
  const { headers } = await fetch(origin);
  expect([...headers.keys()].filter((name) => name.startsWith('x-nextjs-'))).toEqual([]);
  expect(headers.get('allow')).toBe('GET, HEAD');
});

test('what the router fetches tells it how long to keep it', async () => {
  const { headers } = await fetch(origin, { headers: { rsc: '1' } });
  expect(headers.get('x-nextjs-stale-time')).toBe('300');
});
