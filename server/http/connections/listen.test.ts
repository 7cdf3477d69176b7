import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closeGracefully } from './close-gracefully';
import { listen, probePort } from './listen';

const host = '127.0.0.1';

test('a taken port is reported in one sentence that says how to choose another', async () => {
  const server = createServer();
  const port = await listen(server, { host, port: 0 });
  await expect(probePort({ host, port })).rejects.toThrow(
    `Port ${port} on ${host} is taken. Choose another port, such as PORT=${port + 1}`,
  );
  server.close();
});

test('an address of another machine is refused by name', async () => {
  await expect(probePort({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
    "192.0.2.1 isn't an address of this machine",
  );
});

test('closing lets a response under way finish and accepts no new connection', async () => {
  const server = createServer();
  const { close } = closeGracefully(server);
  const port = await listen(server, { host, port: 0 });
  const asked = get({ host, port });
  const [, response] = (await once(server, 'request')) as [unknown, import('node:http').ServerResponse];
  const closed = close();
  while (server.listening) await nextTurn();
  await expect(fetch(`http://${host}:${port}`)).rejects.toThrow();
  response.end('done');
  const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  expect(answer.statusCode).toBe(200);
  answer.resume();
  await closed;
});
