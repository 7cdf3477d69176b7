import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createConnection } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, type TestContext, test } from 'vitest';
import { type FinishedRequest, observeRequests } from '@/server/monitoring/observe-requests';
import { createBoundedServer } from './bounded-server';
import { listen } from './listen';

/** Responds to `/now` at once, and to everything else only through `asked`. */
async function start({ onTestFinished }: TestContext, trustProxy: string[] = []) {
  const server = createBoundedServer({ dev: false, trustProxy });
  const observed: FinishedRequest[] = [];
  const observe = observeRequests([(answered) => observed.push(answered)]);
  const asked: ServerResponse[] = [];
  server.on('request', (request, response) => {
    if (request.socket.destroyed) return;
    observe(request, response, { fields: [] }, () => {
      if (request.url === '/now') response.end('now');
      else asked.push(response);
    });
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const connect = async (requests: number, path = '/') => {
    const connected = once(server, 'connection');
    const client = createConnection(port, '127.0.0.1').on('error', () => undefined);
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(requests));
    const [socket] = await connected;
    return { client, gone: once(socket, 'close') };
  };
  return { asked, observed, server, connect };
}

test('a connection with more requests under way than any client needs is cut, and leaves nothing behind', async (context) => {
  const { asked, observed, connect } = await start(context);
  const { gone } = await connect(400);
  await gone;
  expect(asked).toHaveLength(16);
  expect(asked.every(({ destroyed }) => destroyed)).toBe(true);
  expect(observed.map(({ status, aborted }) => [status, aborted])).toEqual(Array(16).fill([499, true]));
});

test('responses whose turn never came close with their connection, once each', async (context) => {
  const { asked, observed, server, connect } = await start(context);
  let closes = 0;
  server.on('request', (_, response) => {
    response.on('close', () => {
      closes += 1;
    });
  });
  const { client, gone } = await connect(10);
  while (asked.length < 10) await once(server, 'request');
  asked[1]?.end('done, but behind the first');
  expect(observed).toEqual([]);
  client.destroy();
  await gone;
  expect(closes).toBe(10);
  expect(observed.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(499)]);
});

test('a client that reads may pipeline some requests, and send many one by one', async (context) => {
  const { observed, connect } = await start(context);
  const { client } = await connect(16, '/now');
  let text = '';
  client.on('data', (chunk) => {
    text += chunk;
  });
  const answers = () => text.split('HTTP/1.1 200 OK').length - 1;
  while (answers() < 16) await once(client, 'data');
  for (let sent = 17; sent <= 40; sent += 1) {
    client.write('GET /now HTTP/1.1\r\nHost: x\r\n\r\n');
    while (answers() < sent) await once(client, 'data');
  }
  expect(observed.every(({ status, aborted }) => status === 200 && !aborted)).toBe(true);
  client.destroy();
});

test('one client, however many addresses of its network it uses, leaves room for the connections of others', async () => {
  const server = createBoundedServer({ dev: false, trustProxy: ['10.0.0.2'] });
  const connect = (remoteAddress: string): Duplex => {
    const socket = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
    server.emit('connection', Object.assign(socket, { remoteAddress }));
    return socket;
  };
  const greedy = Array.from({ length: 2_000 }, (_, index) => connect(`2001:db8:7:${index.toString(16)}::1`));
  expect(greedy.filter(({ destroyed }) => destroyed)).toEqual([]);
  expect(connect('2001:db8:7:ffff::1').destroyed).toBe(true);
  expect(connect('2001:db8:8::1').destroyed).toBe(false);
  for (let index = 0; index < 2_001; index += 1) expect(connect('10.0.0.2').destroyed).toBe(false);
  const closed = once(greedy[0] as Duplex, 'close');
  greedy[0]?.destroy();
  await closed;
  expect(connect('2001:db8:7:ffff::1').destroyed).toBe(false);
});
