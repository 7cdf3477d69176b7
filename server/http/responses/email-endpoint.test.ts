import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runtime } from '@/lib/server/runtime/runtime';
import { serveApi } from '@/server/http/responses/api-endpoint';
import { type EmailServer, openEmailServer } from '@/testing/email-server';

const ADDRESS = '203.0.113.7';
const calls = { enter: () => () => {} };

let email: EmailServer;
const failures: unknown[] = [];
const note = (error: unknown) => failures.push(error);
const server = createServer((request, response) => {
  request.headers['x-forwarded-for'] = ADDRESS;
  void serveApi(request, response).then((isAnswered) => isAnswered || response.end('a page'), note);
});

beforeAll(async () => {
  email = await openEmailServer();
  const { context, limiter: emailLimiter } = email;
  Object.assign(runtime, { api: { context, emailLimiter, apiLimiter: calls } });
  process.on('uncaughtException', note);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  process.off('uncaughtException', note);
  delete runtime.api;
  server.closeAllConnections();
  server.close();
  await email.close();
});

const head = (line: string, ...headers: string[]) =>
  [line, 'Host: localhost', ...headers, '', ''].join('\r\n');
const post = (...headers: string[]) => head('POST /api/v1.0/email/send HTTP/1.1', ...headers);

/** Sends parts of requests on one connection, which the last one closes, and returns all that comes back. */
async function exchange(...parts: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const received = text(socket);
  for (const part of parts) {
    socket.write(part);
    // In a turn of its own, as from a network.
    await new Promise(setImmediate);
  }
  return received;
}

const last = head('GET /page HTTP/1.1', 'Connection: close');
const json = 'Content-Type: application/json';
const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;

test.each([
  ['12 chunks of 4 KiB', 12, 4_096],
  ['8 chunks of 8 KiB', 8, 8_192],
  ['3 chunks of 30 kB', 3, 30_000],
])(
  'a form of %s is refused, nothing fails, and the connection takes the next request',
  async (_, count, size) => {
    const body = Array.from({ length: count }, () => chunk(size));
    const received = await exchange(post(json, 'Transfer-Encoding: chunked'), ...body, '0\r\n\r\n', last);
    expect(received).toMatch(/^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 200 [\s\S]*a page$/);
    expect(failures).toEqual([]);
  },
);

test.each([
  ['too large', json, 413],
  ['of another type', 'Content-Type: text/plain', 415],
])(
  'a form %s of a megabyte is refused, and its connection takes the next request',
  async (_, type, status) => {
    const body = 'x'.repeat(1_000_000);
    const received = await exchange(post(type, `Content-Length: ${body.length}`) + body, last);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*HTTP/1\\.1 200 [^]*a page$`));
    expect(failures).toEqual([]);
  },
);

test('a client that leaves in the middle of a form causes no failure', async () => {
  const closed = new Promise((resolve) => {
    server.once('request', (_, response) => response.once('close', resolve));
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${post(json, 'Content-Length: 20000')}abc`, () => socket.resetAndDestroy());
  await closed;
  await new Promise(setImmediate);
  expect(failures).toEqual([]);
});
