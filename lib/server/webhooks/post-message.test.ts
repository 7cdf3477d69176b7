import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openReceiver, type Receiver } from '@/testing/webhooks/open-receiver';
import { type Posting, postMessage } from './post-message';

const open: { close(): unknown }[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of open.splice(0)) await server.close();
});

async function receiver(...args: Parameters<typeof openReceiver>): Promise<Receiver> {
  const opened = await openReceiver(...args);
  open.push(opened);
  return opened;
}

const post = (url: string, posting: Partial<Posting> = {}, headers: Record<string, string> = {}) =>
  postMessage(url, { 'content-type': 'application/json', ...headers }, '{"a":"é"}', {
    allowsPrivate: true,
    timeoutMs: 5_000,
    elapsed: () => performance.now(),
    ...posting,
  });

describe('the response of a receiver', () => {
  test('any 2xx is a delivery, and the request is as it was given', async () => {
    const { url, received } = await receiver((response) => response.writeHead(202).end('Thanks'));
    expect(await post(`${url}?a=b#c`, {}, { 'webhook-id': 'msg_1' })).toMatchObject({
      status: 202,
      code: null,
      message: null,
      response: 'Thanks',
    });
    expect(received).toEqual([
      {
        path: '/hook?a=b',
        method: 'POST',
        body: '{"a":"é"}',
        headers: {
          host: new URL(url).host,
          connection: 'close',
          'content-type': 'application/json',
          'content-length': '10',
          'webhook-id': 'msg_1',
        },
      },
    ]);
  });

  test('500 is rejected, 410 is gone, and Retry-After is passed on', async () => {
    const failing = await receiver((response) => response.writeHead(500, { 'retry-after': '7' }).end('no'));
    expect(await post(failing.url)).toMatchObject({
      code: 'CALLBACK_REJECTED',
      status: 500,
      retryAfter: '7',
      message: 'The receiver responded with 500.',
      response: 'no',
    });
    const gone = await receiver((response) => response.writeHead(410).end());
    expect(await post(gone.url)).toMatchObject({ code: 'CALLBACK_GONE', status: 410 });
  });

  test("a redirect isn't followed and is a rejection", async () => {
    const target = await receiver();
    const { url } = await receiver((response) => response.writeHead(307, { location: target.url }).end());
    expect(await post(url)).toMatchObject({ code: 'CALLBACK_REJECTED', status: 307 });
    expect(target.connections()).toBe(0);
  });

  test('of a response 64 KiB are read and 1 KiB is kept, whole characters only', async () => {
    let written = 0;
    const { url } = await receiver((response) => {
      response.writeHead(200);
      const write = () => {
        if (response.destroyed) return;
        written += 8192;
        response.write('€'.repeat(2_731).slice(0, 2_730));
        setImmediate(write);
      };
      write();
    });
    const { response, code } = await post(url);
    expect(code).toBeNull();
    expect(response).toBe('€'.repeat(341));
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  test('a response whose body never ends is decided by its status', async () => {
    const { url } = await receiver((response) => response.writeHead(200).write('begun'));
    expect(await post(url, { timeoutMs: 200 })).toMatchObject({ code: null, status: 200, response: 'begun' });
  });

  test("a change of the protocol isn't a response", async () => {
    const server = createServer((socket) =>
      socket
        .on('error', () => {})
        .once('data', () => socket.write('HTTP/1.1 101 OK\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n')),
    );
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      status: null,
      code: 'CALLBACK_UNREACHABLE',
      message: 'The connection was closed before a response came.',
    });
  });

  test('silence ends with the time limit', async () => {
    const { url } = await receiver(() => {});
    const { milliseconds, ...outcome } = await post(url, { timeoutMs: 200 });
    expect(outcome).toMatchObject({
      code: 'CALLBACK_UNREACHABLE',
      status: null,
      response: null,
      message: 'No response in 0.2 s.',
    });
    expect(milliseconds).toBeGreaterThanOrEqual(190);
    expect(milliseconds).toBeLessThan(2_000);
  });

  test('a closed connection, a closed port and a peer that speaks no HTTP are unreachable', async () => {
    const closing = await receiver((response) => response.destroy());
    expect(await post(closing.url)).toMatchObject({
      code: 'CALLBACK_UNREACHABLE',
      message: 'The connection was closed before a response came.',
    });
    const { url, close } = await openReceiver();
    await close();
    expect(await post(url)).toMatchObject({ message: 'The connection was refused.' });
    const babbling = await new Promise<Server>((resolve) => {
      const server = createServer((socket) => socket.on('error', () => {}).end('220 smtp ready\r\n'));
      server.listen(0, '127.0.0.1', () => resolve(server));
    });
    open.push(babbling);
    const { port } = babbling.address() as { port: number };
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ message: "The response isn't HTTP." });
  });

  test('a stopped server ends a delivery under way', async () => {
    const { url } = await receiver(() => {});
    const control = new AbortController();
    const posted = post(url, { signal: control.signal });
    control.abort(new Error('The server stops.'));
    expect(await posted).toMatchObject({ code: 'CALLBACK_UNREACHABLE', message: 'The server stops.' });
  });

  test("a proxy of the environment isn't used", async () => {
    const proxy = await receiver();
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'])
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const { url, received } = await receiver();
    expect(await post(url)).toMatchObject({ code: null });
    expect(received).toHaveLength(1);
    expect(proxy.connections()).toBe(0);
  });

  test('a header with a line break is never sent', async () => {
    const { url, received } = await receiver();
    expect(await post(url, {}, { traceparent: 'a\r\nx-injected: 1' })).toMatchObject({
      code: 'CALLBACK_UNREACHABLE',
    });
    expect(received).toEqual([]);
  });
});

describe("if private addresses aren't allowed", () => {
  const refused = { code: 'CALLBACK_ADDRESS_REFUSED', status: null, response: null };
  const strict = { allowsPrivate: false };

  test('http is refused before anything is resolved', async () => {
    const resolve = vi.fn();
    expect(await post('http://example.com/', { ...strict, resolve })).toMatchObject({
      ...refused,
      message: expect.stringMatching(/^This server sends callbacks to https:\/\/ addresses only\./),
    });
    expect(resolve).not.toHaveBeenCalled();
  });

  test.each([
    'https://127.0.0.1',
    'https://2130706433',
    'https://[::1]',
    'https://[::ffff:7f00:1]',
    'https://0',
    'https://localhost',
    'https://a.localhost.',
    'https://intranet',
  ])('%s is refused without a connection', async (origin) => {
    const { port, connections } = await receiver();
    expect(await post(`${origin}:${port}/`, strict)).toMatchObject(refused);
    expect(connections()).toBe(0);
  });

  test('a name is refused if one of its records is private, whichever comes first', async () => {
    const { port, connections } = await receiver();
    for (const addresses of [
      ['127.0.0.1'],
      ['8.8.8.8', '127.0.0.1'],
      ['2606:4700::1', '::1'],
      ['fe80::1%lo'],
    ])
      expect(
        await post(`https://rebind.example:${port}/`, { ...strict, resolve: async () => addresses }),
      ).toMatchObject(refused);
    expect(connections()).toBe(0);
  });

  test('a name that changes its address after the check is connected to as it was checked', async () => {
    const { port, connections } = await receiver();
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      // The first isn't assigned to anybody; the second would lead to the receiver.
      return asked === 1 ? ['2000::1'] : ['127.0.0.1'];
    };
    const outcome = await post(`https://rebind.example:${port}/`, { ...strict, resolve, timeoutMs: 300 });
    expect(outcome.code).toBe('CALLBACK_UNREACHABLE');
    expect(asked).toBe(1);
    expect(connections()).toBe(0);
  });

  test('a name without an address is unreachable', async () => {
    expect(await post('https://nowhere.example/', { ...strict, resolve: async () => [] })).toMatchObject({
      code: 'CALLBACK_UNREACHABLE',
      message: 'The name has no address.',
    });
  });
});

test('if private addresses are allowed, every address of a name is tried', async () => {
  const { port, received } = await receiver();
  const resolve = async () => ['::1', '127.0.0.1'];
  expect(await post(`http://hooks.intern:${port}/`, { resolve })).toMatchObject({ code: null, status: 204 });
  expect(received[0]?.headers.host).toBe(`hooks.intern:${port}`);
});
