import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { createConnection } from 'node:net';
import { expect, type TestContext, test } from 'vitest';
import { root } from '@/scripts/project.mjs';
import { closeGracefully } from './close-gracefully';
import { listen } from './listen';

/** Ends as server/serve-site.ts does; each response takes some milliseconds and two pieces. */
const program = `
  import { writeSync } from 'node:fs';
  import { createServer } from 'node:http';
  import { setTimeout as delay } from 'node:timers/promises';
  import { endWith, runCommand } from './scripts/console/command.mjs';
  import { closeGracefully } from './server/http/connections/close-gracefully.ts';
  import { listen } from './server/http/connections/listen.ts';
  await runCommand(async () => {
    const server = createServer();
    const { close } = closeGracefully(server);
    endWith(async () => { await close(); return 0; });
    server.on('request', async (request, response) => {
      if (request.url === '/never') { console.log('asked'); return; }
      if (request.url === '/busy') {
        writeSync(1, 'asked');
        for (const until = Date.now() + 1_500; Date.now() < until; );
      }
      await delay(Math.random() * 8);
      response.write('half ');
      await delay(Math.random() * 8);
      response.end('whole');
    });
    console.log(await listen(server, { host: '127.0.0.1', port: 0 }));
  });
`;

/** Starts it. `said` resolves to what it prints next. */
async function start({ onTestFinished }: TestContext) {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = async () => String((await once(child.stdout, 'data'))[0]).trim();
  return { child, said, port: Number(await said()), exit: once(child, 'exit') };
}

/** Asks once on a connection of the agent. @returns the text, or the code of what went wrong */
function ask(agent: Agent, port: number, path = '/'): Promise<string> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    const asked = request({ agent, port, path, host: '127.0.0.1' }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
      response.on('error', failed);
    });
    asked.on('error', failed).end();
  });
}

test.concurrent.for(['SIGTERM', 'SIGINT'] as const)(
  'at %s a pool of busy keep-alive connections loses no request; only new connections are refused, and the exit code is 0',
  async (signal, context) => {
    const { child, port, exit } = await start(context);
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const responses: string[] = [];
    let signaled = false;
    const served = new Set<number>();
    const client = async (number: number) => {
      for (;;) {
        const response = await ask(agent, port);
        responses.push(response);
        if (response !== 'half whole') return;
        served.add(number);
        if (served.size === 50 && responses.length >= 500 && !signaled) {
          signaled = true;
          child.kill(signal);
        }
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, number) => client(number)));
    const lost = responses.filter((response) => response !== 'half whole');
    expect(new Set(lost)).toEqual(new Set(['ECONNREFUSED']));
    expect(lost).toHaveLength(50);
    expect(await exit).toEqual([0, null]);
    agent.destroy();
  },
);

test.concurrent('a server too busy to look at its connections responds to all requests that came before the signal', async (context) => {
  const { child, said, port, exit } = await start(context);
  const busy = ask(new Agent(), port, '/busy');
  expect(await said()).toBe('asked');
  const agent = new Agent({ keepAlive: true });
  const responses = Array.from({ length: 20 }, () => ask(agent, port));
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = createConnection(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    }),
  );
  child.kill('SIGTERM');
  expect(new Set(await Promise.all([busy, ...responses]))).toEqual(new Set(['half whole']));
  expect(await exit).toEqual([0, null]);
});

test.concurrent('connections without a request don’t keep the server running', async (context) => {
  const { child, port, exit } = await start(context);
  const agent = new Agent({ keepAlive: true });
  await ask(agent, port);
  const unused = createConnection(port, '127.0.0.1');
  await once(unused, 'connect');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  agent.destroy();
  unused.destroy();
});

test.concurrent('a second signal ends the server at once, whatever is under way', async (context) => {
  const { child, said, port, exit } = await start(context);
  const asked = ask(new Agent(), port, '/never');
  expect(await said()).toBe('asked');
  const again = setInterval(() => child.kill('SIGTERM'), 100);
  expect(await exit).toEqual([143, null]);
  clearInterval(again);
  expect(await asked).toBe('ECONNRESET');
});

test('the requests under way are counted', async () => {
  const server = createServer();
  const { close, underWay } = closeGracefully(server);
  const asked = once(server, 'request');
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  expect(underWay()).toBe(0);
  const answered = ask(new Agent(), port);
  const [, response] = await asked;
  expect(underWay()).toBe(1);
  response.end('whole');
  expect(await answered).toBe('whole');
  await close();
  expect(underWay()).toBe(0);
});
