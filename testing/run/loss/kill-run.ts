import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { restoreBackup } from '@/commands/backup/restore-backup';
import { demoPassword } from '@/lib/config/demo';
import { runChild } from '@/scripts/console/child.mjs';
import { startProductionServer } from '@/testing/run/server-process';
import { callApi, signIn } from './api-client';
import type { Findings } from './findings';
import { checkFile, compareWrites } from './stored-writes';
import { type WritingClient, writingClients } from './writing-clients';

const KILLS = 20;
/** A server is killed within this time (ms) after the first write that it acknowledged. */
const LIFE = 500;
/** How long (ms) a server may take for that one. */
const PATIENCE = 30_000;

/**
 * Lets clients write while the server is killed again and again, then compares what is stored. A backup is made while
 * they write, and restored in the end.
 *
 * @param env of a database with demo data
 * @returns one line on what was done
 */
export async function killRun(env: Record<string, string>, found: Findings): Promise<string> {
  const port = Number(env.PORT);
  const databaseUrl = String(env.DATABASE_URL);
  const file = databaseUrl.replace(/^file:/, '');
  const backup = path.join(path.dirname(file), 'under-load.db');
  let server = await startProductionServer(env);
  let clients: ReturnType<typeof writingClients> | undefined;
  try {
    clients = writingClients(port, await clientsOf(port));
    const { acknowledged, refused, sent } = clients;
    let responds = true;
    for (let kill = 0; kill < KILLS && responds; kill += 1) {
      const known = acknowledged.length;
      const until = performance.now() + PATIENCE;
      while (acknowledged.length === known && performance.now() < until) await delay(5);
      responds = acknowledged.length > known;
      await delay(Math.random() * LIFE);
      await server.kill();
      server = await startProductionServer(env);
    }
    const before = [...acknowledged];
    const { code, output } = await runChild(process.execPath, ['scripts/run.mjs', 'backup', backup], { env });
    found.expect('a backup can be made while clients write', code === 0, output);
    await clients.stop();
    await server.kill();

    found.expect('each server acknowledged a write before it was killed', responds);
    found.expect('no write was refused', refused.length === 0, refused.slice(0, 3));
    await compareWrites(databaseUrl, { acknowledged }, found);
    checkFile(file, found);
    const verified = await runChild(process.execPath, ['scripts/run.mjs', 'audit-verify'], { env });
    found.expect('the audit chain is whole', verified.code === 0, verified.output);

    await restoreBackup(backup, file, { now: new Date() });
    await compareWrites(databaseUrl, { acknowledged: before }, found);
    checkFile(file, found);
    server = await startProductionServer(env);
    const { status } = await callApi(port, '{ me { id } }');
    found.expect('the restored database is served', status === 200, status);
    return `${KILLS} kills, ${sent()} writes sent, ${acknowledged.length} acknowledged`;
  } finally {
    // Frees the port for the next stage, even after a failure.
    await clients?.stop();
    await server.kill();
  }
}

async function clientsOf(port: number): Promise<WritingClient[]> {
  const session = (email: string) => signIn(port, email, demoPassword);
  const [developer, admin, other] = await Promise.all([
    session('dev@acme.test'),
    session('admin@acme.test'),
    session('admin@initech.test'),
  ]);
  return [
    { kind: 'key', ...developer },
    { kind: 'profile', ...developer },
    { kind: 'key', ...admin },
    { kind: 'account', ...admin },
    { kind: 'profile', ...other },
    { kind: 'account', ...other },
  ];
}
