import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { nodeRequest } from '@/graphql/node-http';
import { readForm } from '@/lib/server/batches/read-form';
import { requestNotes } from '@/lib/server/runtime/runtime';
import { boundHeldBytes } from './held-bytes';

const KIB = 1024;

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  server?.close();
});

/** A server that reads from a request's path its client and how many KiB it holds: `/client/100`. */
async function serve({ grace = 0 } = {}) {
  const holdFor = boundHeldBytes({ perClient: 300 * KIB, overall: 1_000 * KIB, grace });
  const responses: ServerResponse[] = [];
  const holds: ((kib: number, isReceived?: boolean) => void)[] = [];
  const notes: { answerEarly?: () => void }[] = [];
  server = createServer((request, response) => {
    const [, client = '', size] = (request.url ?? '').split('/');
    responses.push(response);
    const own = {};
    notes.push(own);
    const hold = holdFor(client, request, response, own);
    holds.push((kib, isReceived) => hold(kib * KIB, isReceived));
    hold(Number(size) * KIB);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (path: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    const arrived = responses.length + 1;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: site\r\n\r\n`);
    while (responses.length < arrived) await once(server as Server, 'request');
    return socket;
  };
  return { open, responses, holds, notes };
}

const isCut = async (response?: ServerResponse) => {
  await new Promise(setImmediate);
  return response?.req.socket.destroyed;
};

test('if a client holds more than its share, its connection that has held something longest is cut', async () => {
  const { open, responses } = await serve();
  for (const path of ['/one/200', '/other/200', '/one/90', '/one/100']) await open(path);
  expect(await Promise.all(responses.map(isCut))).toEqual([true, false, false, false]);
});

test('if clients hold too much together, the client that holds most is cut, however old the others are', async () => {
  const { open, responses } = await serve();
  for (let client = 0; client < 8; client += 1) await open(`/client-${client}/90`);
  for (let index = 0; index < 4; index += 1) await open('/most/70');
  await open('/client-9/90');
  expect((await Promise.all(responses.map(isCut))).indexOf(true)).toBe(8);
});

test('no connection is cut within its grace, however much it holds; a connection that still holds it then is cut', async () => {
  const { open, responses } = await serve({ grace: 400 });
  for (let index = 0; index < 6; index += 1) await open('/one/200');
  expect(await Promise.all(responses.map(isCut))).toEqual(Array(6).fill(false));
  // One is left, which isn't over the bound.
  while (responses.filter(({ req }) => req.socket.destroyed).length < 5) await delay(20);
  expect(await isCut(responses[5])).toBe(false);
});

test('a call that waits for the server responds early instead of losing its connection', async () => {
  const { open, responses, notes } = await serve();
  await open('/client/200');
  const [waiting] = notes;
  if (waiting) waiting.answerEarly = () => responses[0]?.end('so far');
  await open('/client/200');
  expect(responses.map((response) => response.writableEnded)).toEqual([true, false]);
  expect(await Promise.all(responses.map(isCut))).toEqual([false, false]);
});

test('a completed or abandoned request holds nothing, and small requests are never cut', async () => {
  const { open, responses } = await serve();
  for (let index = 0; index < 20; index += 1) {
    await open('/one/250');
    const response = responses.at(-1);
    response?.end();
    await once(response as ServerResponse, 'close');
  }
  for (let index = 0; index < 5; index += 1) {
    const socket = await open('/one/250');
    const response = responses.at(-1);
    socket.destroy();
    await once(response as ServerResponse, 'close');
  }
  const small = responses.length;
  for (let index = 0; index < 60; index += 1) await open('/one/7');
  await open('/one/250');
  expect(await Promise.all(responses.slice(small).map(isCut))).toEqual(Array(61).fill(false));
});

test("a request's current size replaces its previous size", async () => {
  const hold = boundHeldBytes({ perClient: 300 * KIB, overall: 1_000 * KIB, grace: 0 });
  server = createServer((request, response) => {
    const holds = hold('one', request, response, {});
    for (let index = 0; index < 10; index += 1) holds(200 * KIB);
    response.end('kept');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('kept');
});

test('a request that holds more and more has still held something longest', async () => {
  const { open, responses, holds } = await serve();
  await open('/one/50');
  await open('/one/200');
  holds[0]?.(90);
  holds[0]?.(120);
  expect(await Promise.all(responses.map(isCut))).toEqual([true, false]);
});

test('the connection of pipelined requests is cut, also before the turn of any response', async () => {
  const { open, responses } = await serve();
  const socket = await open('/one/200');
  socket.write('GET /one/200 HTTP/1.1\r\nHost: site\r\n\r\n');
  await once(socket, 'close');
  expect(await Promise.all(responses.map(isCut))).toEqual([true, true]);
});

test('a stream that held nothing for a while begins to hold something when it does so again', async () => {
  const { open, responses, holds } = await serve();
  await open('/one/100');
  holds[0]?.(0);
  await open('/one/100');
  await open('/one/100');
  holds[0]?.(90);
  holds[0]?.(120);
  expect(await Promise.all(responses.map(isCut))).toEqual([false, true, false]);
});

test('complete uploads that wait for the server keep their connections, and the connection of an upload that still arrives is cut', async () => {
  const holdFor = boundHeldBytes({ perClient: 300 * KIB, overall: 1_000 * KIB, grace: 100 });
  const turn = Promise.withResolvers<void>();
  let received = 0;
  server = createServer(async (request, response) => {
    const hold = holdFor('one', request, response, {});
    const file = await requestNotes
      .run({ fields: [], hold }, () => readForm(nodeRequest(request, response)))
      .catch(() => null);
    received += 1;
    await turn.promise;
    response.end(String(file?.size));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const upload = () => {
    const form = new FormData();
    form.set('purpose', 'batch');
    form.set('file', new File(['x'.repeat(200 * KIB)], 'rows.jsonl'));
    return fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: form }).then((sent) => sent.text());
  };
  const uploads = [upload(), upload()];
  while (received < 2) await delay(10);
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  socket.write(
    'POST / HTTP/1.1\r\nHost: site\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 200000\r\n\r\n',
  );
  socket.write(
    `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(100 * KIB)}`,
  );
  await once(socket, 'close');
  turn.resolve();
  expect(await Promise.all(uploads)).toEqual([String(200 * KIB), String(200 * KIB)]);
});

test('over twice the overall bound, complete bodies are cut too, those of the client that holds most first', async () => {
  const { open, responses, holds } = await serve();
  for (let index = 0; index < 5; index += 1) {
    await open(index < 3 ? '/most/0' : '/other/0');
    holds[index]?.(400, true);
  }
  expect(await Promise.all(responses.map(isCut))).toEqual(Array(5).fill(false));
  await open('/third/0');
  holds[5]?.(400, true);
  expect(await Promise.all(responses.map(isCut))).toEqual([true, ...Array(5).fill(false)]);
});

test('a complete body no longer counts as one once its response is sent', async () => {
  const { open, responses, holds } = await serve();
  await open('/one/0');
  holds[0]?.(200, true);
  holds[0]?.(200);
  await open('/one/200');
  expect(await Promise.all(responses.map(isCut))).toEqual([true, false]);
});
