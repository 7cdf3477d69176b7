import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeBackup } from '@/commands/backup';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { projectMigrations, readMigrations } from '@/lib/server/database/migrations/read-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { accountWithTrail, addToTrail, daily } from '@/testing/audit-trail';
import { databaseFolder, now, sql } from '@/testing/database-folder';
import { runCommand } from '@/testing/run-command';
import { contentText } from './check-copy';
import { restoreBackup } from './restore-backup';

const places = databaseFolder();
const EVENTS = 4;

beforeEach(async () => {
  const db = openDatabase(`file:${places.file}`);
  const ctx = serverContext(db);
  for (const account of ['acc_a', 'acc_b']) {
    await accountWithTrail(ctx, account);
    await addToTrail(ctx, account, daily(now, EVENTS));
  }
  await db.close();
});

/** Changes what triggers protect, and puts the triggers back: the schema is as the migrations made it. */
function change(statement: string, file = places.file) {
  sql(file, (connection) => {
    const triggers = connection.prepare<[], { name: string; sql: string }>(
      `SELECT "name", "sql" FROM sqlite_master WHERE "type" = 'trigger'`,
    );
    const dropped = triggers.all();
    for (const { name } of dropped) connection.exec(`DROP TRIGGER "${name}"`);
    connection.exec(statement);
    for (const trigger of dropped) connection.exec(trigger.sql);
  });
}

/** The SQL that breaks the chain of `acc_b`, and what is said of it. */
const breaks: [what: string, statement: string, said: RegExp][] = [
  [
    'a changed event',
    `UPDATE "AuditEvent" SET "metadata" = '{"forged":true}' WHERE "id" = (SELECT "eventId" FROM "AuditLink" WHERE "accountId" = 'acc_b' AND "sequence" = 2)`,
    /account acc_b at link 2 \(event \w+\): the event was changed or replaced/,
  ],
  [
    'a removed event',
    `DELETE FROM "AuditEvent" WHERE "id" = (SELECT "eventId" FROM "AuditLink" WHERE "accountId" = 'acc_b' AND "sequence" = 3)`,
    /account acc_b at link 3 \(event \w+\): the event is missing/,
  ],
  [
    'a removed link',
    `DELETE FROM "AuditLink" WHERE "accountId" = 'acc_b' AND "sequence" = 2`,
    /account acc_b at link 2: the link is missing: after 1 comes 3/,
  ],
  [
    'a changed hash',
    `UPDATE "AuditLink" SET "hash" = '${'0'.repeat(64)}' WHERE "accountId" = 'acc_b' AND "sequence" = 4`,
    /account acc_b at link 4 \(event \w+\)/,
  ],
  [
    'an event without a link',
    `INSERT INTO "AuditEvent" ("id", "accountId", "action", "entityId", "metadata", "createdAt") VALUES ('evt_x', 'acc_b', 'account.update', 'acc_b', '{}', 0)`,
    /account acc_b \(event evt_x\): the event has no link/,
  ],
];

describe.each(breaks)('%s in the audit trail', (_, statement, said) => {
  test('is said by a backup, and a restore of it is refused unless it is accepted', async () => {
    change(statement);
    const { schema, chain } = await writeBackup(places.file, places.backup);
    expect(schema).toBeNull();
    expect(chain).toMatch(said);
    expect(chain).toMatch(/^The audit trail in .*site\.db is broken: account acc_b[^;]*\.$/);
    expect(chain).not.toContain('acc_a');

    const before = sql(places.file, (connection) => connection.serialize());
    await expect(restoreBackup(places.backup, places.file, { now })).rejects.toThrow(said);
    expect(sql(places.file, (connection) => connection.serialize()).equals(before)).toBe(true);
    expect(readdirSync(places.folder).sort()).toEqual(['backups', 'site.db']);
    const accepted = await restoreBackup(places.backup, places.file, { now, acceptBrokenChain: true });
    expect(accepted).toMatchObject({ chain: expect.stringMatching(said), events: expect.any(Number) });
  });
});

test("a complete chain isn't a problem, nor is a chain whose oldest events retention has removed", async () => {
  expect(await writeBackup(places.file, places.backup)).toMatchObject({ schema: null, chain: null });
  change(`INSERT INTO "AuditCheckpoint" SELECT "accountId", "sequence", "hash", 0 FROM "AuditLink" WHERE "sequence" = 2;
    DELETE FROM "AuditEvent" WHERE "id" IN (SELECT "eventId" FROM "AuditLink" WHERE "sequence" <= 2);
    DELETE FROM "AuditLink" WHERE "sequence" <= 2`);
  expect(await writeBackup(places.file, path.join(places.folder, 'pruned.db'))).toMatchObject({
    chain: null,
  });
});

test('of many broken chains the first are named and the others counted', async () => {
  change(`INSERT INTO "AuditLink" ("accountId", "sequence", "eventId", "hash")
    SELECT 'acc_' || value, 1, 'evt_' || value, '' FROM json_each('[1,2,3,4,5,6,7]')`);
  const { chain } = await writeBackup(places.file, places.backup);
  expect(chain).toMatch(/: account acc_1 at link 1 .*, account acc_5 at link 1 [^,]*, and 2 more\.$/);
});

test('a backup from before there were chains is restored', async () => {
  const older = path.join(places.folder, 'migrations');
  cpSync(projectMigrations.sqlite, older, { recursive: true });
  const later = readMigrations(older).filter(({ name }) => name >= '0004');
  for (const { name } of later) rmSync(path.join(older, name), { recursive: true });
  mkdirSync(path.dirname(places.backup));
  await deployMigrations(`file:${places.backup}`, { directory: older });
  sql(places.backup, (connection) => {
    connection.exec(`PRAGMA journal_mode = DELETE; ATTACH '${places.file}' AS "present"`);
    for (const table of ['Plan', 'Account', 'AuditEvent']) {
      const columns = connection
        .prepare<[string], { name: string }>('SELECT "name" FROM pragma_table_info(?, \'main\')')
        .all(table)
        .map(({ name }) => `"${name}"`)
        .join(', ');
      connection.exec(`INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM "present"."${table}"`);
    }
  });
  const { pending, chain, events } = await restoreBackup(places.backup, places.file, { now });
  expect({ pending, chain, events }).toEqual({
    pending: later.map(({ name }) => name),
    chain: null,
    events: 2 * EVENTS,
  });
});

test('one account is counted in the singular', () => {
  expect(contentText({ accounts: 1, events: 1 })).toBe('1 account, 1 audit event');
});

describe('the commands', () => {
  const command = (...args: string[]) =>
    runCommand(args, { DATABASE_URL: `file:${places.file}`, INIT_CWD: places.folder });
  const earlier = 'switchyard-20010101T000000Z.db';
  const broken = breaks[0];

  test('backup fails with the sentence and keeps the older backups, restore takes a flag and says it again', async () => {
    if (!broken) throw new Error('no break');
    const [, statement, said] = broken;
    change(statement);
    mkdirSync(path.dirname(places.backup));
    writeFileSync(path.join(places.folder, 'backups', earlier), '');
    const backup = await command('scripts/run.mjs', 'backup', '--keep', '1');
    expect(backup).toMatchObject({ code: 1, error: expect.stringMatching(said) });
    expect(backup.out).toMatch(
      /^✗ backup .* MB, 2 accounts, \d+ audit events, but its check failed \(.* s\)\n$/,
    );
    expect(backup.error).toMatch(/The backup is written, but .* no older one was removed\.\n$/);
    const names = readdirSync(path.join(places.folder, 'backups')).sort();
    expect(names).toEqual([earlier, expect.stringMatching(/^switchyard-20\d{6}T\d{6}Z\.db$/)]);

    const from = path.join('backups', names[1] ?? '');
    const refused = await command('scripts/run.mjs', 'restore', from);
    expect(refused).toMatchObject({ code: 1, error: expect.stringMatching(said) });
    expect(refused.error).toContain('--accept-broken-chain');
    const restored = await command('scripts/run.mjs', 'restore', from, '--accept-broken-chain');
    expect(restored).toMatchObject({ code: 0, error: '', out: expect.stringMatching(said) });
  });

  test('with whole chains both succeed, and older backups go', async () => {
    mkdirSync(path.dirname(places.backup));
    writeFileSync(path.join(places.folder, 'backups', earlier), '');
    const backup = await command('scripts/run.mjs', 'backup', '--keep', '1');
    expect(backup).toMatchObject({ code: 0, error: '' });
    expect(backup.out).toMatch(/^✓ backup .* MB, 2 accounts, \d+ audit events, checked/);
    const [name = '', ...others] = readdirSync(path.join(places.folder, 'backups'));
    expect(others).toEqual([]);
    expect(await command('scripts/run.mjs', 'restore', path.join('backups', name))).toMatchObject({
      code: 0,
      error: '',
    });
  });
});
