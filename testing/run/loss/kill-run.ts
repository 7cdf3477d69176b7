// @ts-check
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { demoPassword } from '@/lib/config/demo';
import { runChild } from '@/scripts/console/child.mjs';
import { startTestServer } from '@/testing/run/test-server';
import { callApi, signIn } from './api-client';
import { compareWrites } from './stored-writes';
import { writingClients } from './writing-clients';

const KILLS = 20;
/** A server is killed so long (ms) after the first write it acknowledged, at most. */
const LIFE = 500;
/** How long (ms) a server may take for that one. */
const PATIENCE = 30_000;

/**
 * Lets clients write while the server is killed again and again; then looks at what is there. A backup is made in
 * between, and restored in the end.
 *
 * @param {Record<string, string>} env of a database with demo data
 * @param {ReturnType<typeof import('./findings').findings>} found
 * @returns {Promise<string>} one line on what was done
 */
export async function killRun(env, found) {
  const port = Number(env.PORT);
  const file = String(env.DATABASE_URL).replace(/^file:/, '');
  const backup = path.join(path.dirname(file), 'backups', 'under-load.db');
  let server = await startTestServer(env);
  /** @type {ReturnType<typeof writingClients> | undefined} */
  let clients;
  try {
    clients = writingClients(port, await clientsOf(port));
    const { acknowledged, refused, sent } = clients;
    let answers = true;
    for (let kill = 0; kill < KILLS && answers; kill += 1) {
      const known = acknowledged.length;
      const until = performance.now() + PATIENCE;
      while (acknowledged.length === known && performance.now() < until) await delay(5);
      answers = acknowledged.length > known;
      await delay(Math.random() * LIFE);
      await server.kill();
      server = await startTestServer(env);
    }
    const before = [...acknowledged];
    const { code, output } = await runChild(process.execPath, ['scripts/run.mjs', 'backup', backup], { env });
    found.expect('a backup can be made while clients write', code === 0, output);
    await clients.stop();
    await server.kill();

    found.expect('each server acknowledged a write before it was killed', answers);
    found.expect('no write was refused', refused.length === 0, refused.slice(0, 3));
    compareWrites(file, acknowledged, found);
    const verified = await runChild(process.execPath, ['scripts/run.mjs', 'audit-verify'], { env });
    found.expect('the audit chain is whole', verified.code === 0, verified.output);

    const { restoreBackup } = await import('@/commands/backup/restore-backup');
    await restoreBackup(backup, file, { now: new Date() });
    compareWrites(file, before, found);
    server = await startTestServer(env);
    const { status } = await callApi(port, '{ me { id } }');
    found.expect('the restored database is served', status === 200, status);
    return `${KILLS} kills, ${sent()} writes sent, ${acknowledged.length} acknowledged`;
  } finally {
    // The port is free again for whatever comes next, also where something above broke.
    await clients?.stop();
    await server.kill();
  }
}

/** @param {number} port @returns {Promise<import('./writing-clients').Client[]>} */
async function clientsOf(port) {
  const people = await Promise.all(
    ['dev@acme.test', 'admin@acme.test', 'admin@initech.test'].map(async (email) => {
      const token = await signIn(port, email, demoPassword);
      const { data } = await callApi(port, '{ me { account_id } }', { token });
      return { token, accountId: String(data?.me.account_id) };
    }),
  );
  const [developer, admin, other] = people;
  if (!developer || !admin || !other) throw new Error('The demo accounts are not there.');
  return [
    { kind: 'key', ...developer },
    { kind: 'profile', ...developer },
    { kind: 'key', ...admin },
    { kind: 'account', ...admin },
    { kind: 'profile', ...other },
    { kind: 'account', ...other },
  ];
}
