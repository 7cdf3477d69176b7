import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactEmail } from '@/e2e/contact-email';
import { siteUrl } from '@/e2e/fetch-site';
import { demoPassword } from '@/lib/config/demo';
import { version } from '@/lib/config/releases';
import { databaseFile } from '@/lib/server/database/database-name';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { installedCommand } from '@/scripts/setup/run-tool.mjs';
import { startCommand } from '@/testing/run-command';

// `next start` on the build that is being tested, without the server in front. All else is in the other files.

let folder: string;
let database: string;
let plain: Awaited<ReturnType<typeof startPlainNext>>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-plain-'));
  database = path.join(folder, 'site.db');
  copyDatabase(databaseFile(projectEnvironment().databaseUrl), database);
  plain = await startPlainNext(database);
}, 60_000);
afterAll(async () => {
  await plain.stop();
  rmSync(folder, { recursive: true });
});

function copyDatabase(from: string, to: string): void {
  const connection = new Sqlite(from, { readonly: true });
  connection.prepare('VACUUM INTO ?').run(to);
  connection.close();
}

/** Starts `next start` on a free port, and waits until it responds. `stop` resolves to what it printed. */
async function startPlainNext(file: string) {
  const port = await freePort();
  const args = [installedCommand('next'), 'start', '-H', '127.0.0.1', '-p', String(port)];
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: `file:${file}`,
    LOG_LEVEL: 'warn',
    // Empty counts as unset, for packages too.
    ANTHROPIC_BASE_URL: '',
  };
  const { child, result } = startCommand(args, env);
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/api/health`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error((await result).out + (await result).error);
    await delay(50);
  }
  const stop = async () => {
    child.kill();
    const { out, error } = await result;
    return out + error;
  };
  return { origin, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const json = { 'content-type': 'application/json' };
const query = (text: string, variables = {}) => JSON.stringify({ query: text, variables });
const streamed = (text: string): RequestInit & { duplex: 'half' } => ({
  method: 'POST',
  headers: json,
  body: new Blob([text]).stream(),
  duplex: 'half',
});

const typename = query('{ __typename }');
const preflight = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' };
const questions: [name: string, address: string, init: RequestInit | (() => RequestInit), status: number][] =
  [
    ['health', '/api/health', {}, 200],
    ['health without its body', '/api/health', { method: 'HEAD' }, 200],
    ['health by another method', '/api/health', { method: 'POST' }, 405],
    ['the methods of health', '/api/health/ready', { method: 'OPTIONS' }, 405],
    ['readiness', '/api/health/ready?again', {}, 200],
    ['a call posted to the root', '/', { method: 'POST', headers: json, body: typename }, 200],
    [
      'a call with a charset',
      '/?x=1',
      { method: 'POST', headers: { 'content-type': 'application/json; charset=utf-8' }, body: typename },
      200,
    ],
    ['a call of unknown length', '/', () => streamed(typename), 200],
    ['malformed JSON posted to the root', '/', { method: 'POST', headers: json, body: '{"query":' }, 400],
    ['a preflight of the root', '/', { method: 'OPTIONS', headers: preflight }, 204],
    ['a PUT to the API', '/api/graphql', { method: 'PUT', headers: json, body: typename }, 405],
    ['a PATCH of the API', '/api/graphql', { method: 'PATCH', headers: json, body: typename }, 405],
    ['a DELETE of the API', '/api/graphql', { method: 'DELETE' }, 405],
    ['a HEAD of the API', '/api/graphql', { method: 'HEAD' }, 405],
    ['the twin of a first page', '/docs.md', {}, 200],
    ['the twin of a page', '/docs/overview.md?x=1', {}, 200],
    ['the twin of a page further down', '/dashboard/devdocs/api/overview.md', {}, 200],
    ['the twin of the developers’ first page', '/dashboard/devdocs.md', {}, 200],
  ];

for (const [name, address, init, status] of questions) {
  test(`plain next start responds as the server in front does: ${name}`, async () => {
    const answer = async (origin: string) => {
      const response = await fetch(origin + address, typeof init === 'function' ? init() : init);
      const headers = ['content-type', 'allow', 'access-control-allow-origin'];
      // Next lets caches in front of it keep a twin; our server makes them ask again.
      if (!address.includes('.md')) headers.push('cache-control');
      return {
        status: response.status,
        headers: headers.map((header) => response.headers.get(header)),
        text: await response.text(),
      };
    };
    const answered = await answer(plain.origin);
    expect(answered.status).toBe(status);
    expect(answered).toEqual(await answer(siteUrl.origin));
  });
}

test("plain next start still has its pages, and no twin of a page that isn't there", async () => {
  for (const headers of [{}, json]) {
    const landing = await fetch(`${plain.origin}/`, { headers });
    expect([landing.status, landing.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  }
  expect((await fetch(`${plain.origin}/docs/nowhere.md`)).status).toBe(404);
});

test('plain next start signs in, and stores an email', async () => {
  const call = async (body: string, headers = {}) => {
    const response = await fetch(plain.origin, { method: 'POST', headers: { ...json, ...headers }, body });
    return (await response.json()).data;
  };
  const { signIn } = await call(
    query(
      'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { token } }',
      {
        email: 'dev@acme.test',
        password: demoPassword,
      },
    ),
  );
  const { me } = await call(query('{ me { email } }'), { authorization: `Bearer ${signIn.token}` });
  expect(me).toEqual({ email: 'dev@acme.test' });
  const sent = await fetch(`${plain.origin}/api/v1.0/email/send`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(contactEmail('Hello from a plain start')),
  });
  expect([sent.status, await sent.text()]).toEqual([200, 'OK']);
});

test('without a database, plain next start says which command makes it, and serves what needs none', async () => {
  const missing = path.join(folder, 'none.db');
  const server = await startPlainNext(missing);
  const ask = async (address: string, init?: RequestInit) => {
    const response = await fetch(server.origin + address, init);
    return [response.status, await response.text()];
  };
  const unready = (cause: string) => [
    503,
    JSON.stringify({ status: 'unready', database: 'SQLite', version, cause }),
  ];
  expect(await ask('/api/health')).toEqual([200, JSON.stringify({ status: 'ok', version })]);
  expect(await ask('/api/health/ready')).toEqual(unready('The database file is missing.'));
  const call = { method: 'POST', headers: json, body: query('{ me { email } }') };
  expect(await ask('/', call)).toEqual([503, expect.stringContaining("The database can't be ")]);
  expect((await ask('/docs.md'))[0]).toBe(200);
  expect(existsSync(missing)).toBe(false);
  // Made by now, but by a process that this one knows nothing of.
  copyDatabase(database, missing);
  await expect
    .poll(() => ask('/api/health/ready'))
    .toEqual(unready('The database file was replaced. Restart the server.'));
  expect(await server.stop()).toContain(`The database ${missing} is missing. Run npm start, which makes it.`);
});
