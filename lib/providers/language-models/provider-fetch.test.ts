import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listen } from '@/server/http/connections/listen';
import { providerFetch, withCallEvents } from './provider-fetch';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(answer: RequestListener) {
  const server = createServer(answer);
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}`;
}

const events: string[] = [];
const fetchAny = providerFetch([]);
const fetchHere = (address: string) =>
  withCallEvents(
    { onConnected: () => events.push('connected'), onOpen: () => events.push('open') },
    async () => fetchAny(address),
  );

test("a connection is reported before its response's headers arrive", async () => {
  events.length = 0;
  const address = await serve((_, response) => {
    events.push('received');
    response.setHeader('content-type', 'text/event-stream').end('data: 1\n\n');
  });
  const response = await fetchHere(address);
  expect(await response.text()).toBe('data: 1\n\n');
  expect(events).toEqual(['connected', 'received', 'open']);
});

test('calls of one fetch at once report their connections each to its own caller', async () => {
  const address = await serve((request, response) => {
    const delay = request.url === '/slow' ? 50 : 0;
    setTimeout(() => response.setHeader('content-type', 'text/event-stream').end('data: 1\n\n'), delay);
  });
  const seen: string[] = [];
  const call = (name: string) =>
    withCallEvents(
      { onConnected: () => seen.push(`${name} connected`), onOpen: () => seen.push(`${name} open`) },
      async () => (await fetchAny(`${address}/${name}`)).text(),
    );
  await Promise.all([call('slow'), call('fast')]);
  expect(seen.slice(2)).toEqual(['fast open', 'slow open']);
  expect(seen.slice(0, 2).sort()).toEqual(['fast connected', 'slow connected']);
});

test('an address where nobody listens never counts as connected', async () => {
  events.length = 0;
  await expect(fetchHere('http://127.0.0.1:1')).rejects.toThrow();
  expect(events).toEqual([]);
});

test.each([
  ['one event without an end', 'data: '.padEnd(64 * 1024, 'x'), 200],
  ['events without an end', `data: ${'x'.repeat(60 * 1024)}\n\n`, 1_200],
])('%s are read up to a bound', async (_, piece, times) => {
  const address = await serve((request, response) => {
    response.setHeader('content-type', 'text/event-stream');
    let left = times;
    const write = () => {
      while (left > 0 && !request.destroyed) {
        left -= 1;
        if (!response.write(piece)) return;
      }
      if (left === 0) response.end();
    };
    response.on('drain', write);
    write();
  });
  const response = await fetchHere(address);
  await expect(response.text()).rejects.toThrow('more than an answer can have');
});

test("an error's body ends at a bound, and what came of it can be read", async () => {
  const address = await serve((_, response) => response.writeHead(500).end('x'.repeat(1_000_000)));
  const response = await fetchHere(address);
  expect((await response.text()).length).toBeLessThanOrEqual(64 * 1024);
});
