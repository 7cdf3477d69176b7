import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { accountWithTrail, addToTrail, daily } from '@/testing/audit-trail';
import { runCommand } from '@/testing/run-command';
import { type TrailStore, trailStores } from '@/testing/trail-stores';
import { refusePostgresBackup, refusePostgresRestore } from './postgres-backup';
import { postgresCommands } from './postgres-commands';

const NOW = new Date('2026-06-15T12:00:00.000Z');
const URL_WITH_PASSWORD = "postgresql://o'hara:s%23cret@db.test:5433/my%20site?sslmode=require";
const variable = process.env.PATH;
let store: TrailStore;
let folder: string;
beforeAll(async () => {
  store = await trailStores.PostgreSQL(NOW, async (ctx) => {
    await accountWithTrail(ctx, 'acc_a');
    await addToTrail(ctx, 'acc_a', daily(NOW, 3));
  });
});
afterAll(() => store.close());
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-dump-'));
});
afterEach(() => {
  process.env.PATH = variable;
  rmSync(folder, { recursive: true });
});

/** The only pg_dump there is says this. */
function installDump(version: string): void {
  const program = path.join(folder, 'pg_dump');
  writeFileSync(program, `#!/bin/sh\necho "pg_dump (PostgreSQL) ${version}"\n`);
  chmodSync(program, 0o755);
  process.env.PATH = folder;
}

test('the command lines name user, host, and database, quoted for a shell, and no password', () => {
  const { dump, restore, recreate } = postgresCommands(URL_WITH_PASSWORD, '/backups/one.dump');
  const server = '--host=db.test --port=5433 --username=postgres';
  const create = `createdb ${server} '--owner=o'\\''hara' --encoding=UTF8 --locale=C --template=template0`;
  const url = `postgresql://o'\\''hara@db.test:5433/my%20site`;
  expect(dump).toBe(`pg_dump --format=custom --file=/backups/one.dump '${url}'`);
  expect(restore).toBe(
    `${create} 'my site_restored' && pg_restore --no-owner --single-transaction '--dbname=${url}_restored' /backups/one.dump && psql '${url}_restored' '--command=DELETE FROM "Session"'`,
  );
  expect(recreate).toBe(`dropdb ${server} 'my site' && ${create} 'my site'`);
});

test('a backup verifies the audit trails, looks for pg_dump, and says that nothing was written', async () => {
  const url = await store.fresh();
  installDump('99.1 (Debian 99.1-1)');
  await expect(refusePostgresBackup(url)).rejects.toThrow(
    `No backup was written: PostgreSQL has its own command. Run pg_dump --format=custom --file=switchyard.dump ${url}`,
  );
  installDump('9.6.24');
  await expect(refusePostgresBackup(url)).rejects.toThrow(
    /The pg_dump of this machine has version 9, and the server has \d+: install pg_dump \d+\. Run pg_dump /,
  );
  process.env.PATH = '/nowhere';
  await expect(refusePostgresBackup(url)).rejects.toThrow(/This machine has no pg_dump: install the client/);
  await store.tamper(url, [`UPDATE "AuditLink" SET "hash" = 'x' WHERE "sequence" = 2`]);
  await expect(refusePostgresBackup(url)).rejects.toThrow(
    /^The audit trail is broken: account acc_a at link 2 .* No backup was written/,
  );
});

test('a restore looks at the file and changes nothing', () => {
  const file = path.join(folder, 'one.dump');
  expect(() => refusePostgresRestore(URL_WITH_PASSWORD, file)).toThrow(`${file} can't be read (ENOENT).`);
  writeFileSync(file, 'text');
  expect(() => refusePostgresRestore(URL_WITH_PASSWORD, file)).toThrow("isn't a file that pg_dump");
  writeFileSync(file, 'SQLite format 3\0');
  expect(() => refusePostgresRestore(URL_WITH_PASSWORD, file)).toThrow(`npm run db:copy -- ${file}`);
  writeFileSync(file, 'PGDMP\u0001');
  expect(() => refusePostgresRestore(URL_WITH_PASSWORD, file)).toThrow(
    /^Nothing was restored: .* run createdb .* && pg_restore .*one\.dump && psql /,
  );
});

test('the commands end with 1 and one sentence on PostgreSQL', async () => {
  const url = await store.fresh();
  const dump = path.join(folder, 'one.dump');
  writeFileSync(dump, 'PGDMP\u0001');
  const run = (...args: string[]) => runCommand(['scripts/run.mjs', ...args], { DATABASE_URL: url });
  // One after the other: in memory all connections are one session.
  expect(await run('backup')).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^No backup was written/),
  });
  expect(await run('restore', dump)).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^Nothing was restored/),
  });
  expect(await run('db-reset')).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^A PostgreSQL database is reset with its own commands\. .*dropdb/),
  });
  const verified = await run('audit-verify');
  expect(verified).toMatchObject({
    code: 0,
    error: '',
    out: expect.stringMatching(/^acc_a: 3 events, head 3 /),
  });
  expect(await run('emails')).toMatchObject({ code: 0, error: '' });
  const made = await run('admin-create', '--account', 'Acme', '--email', 'ada@acme.test');
  expect(made).toMatchObject({ code: 0, error: '', out: expect.stringContaining('Made the account Acme') });
});
