import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeBackup } from '@/commands/backup';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { projectMigrations, readMigrations } from '@/lib/server/database/migrations/read-migrations';
import { databaseFolder, emailsIn, now, sql } from '@/testing/database-folder';
import { moveAside, restoreBackup } from './restore-backup';

const places = databaseFolder();
const restore = (from = places.backup) => restoreBackup(from, places.file, { now });

test('tables and indexes of the operator or of a tool come back with the rest', async () => {
  sql(places.file, (connection) =>
    connection.exec(`CREATE TABLE "_litestream_seq" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "seq" INTEGER UNIQUE);
      CREATE INDEX "by_name" ON "Account" ("name");
      ANALYZE`),
  );
  expect(await writeBackup(places.file, places.backup)).toMatchObject({ schema: null, chain: null });
  await restore();
  const names = sql(places.file, (connection) =>
    connection.prepare('SELECT name FROM sqlite_master').pluck().all(),
  );
  expect(names).toEqual(expect.arrayContaining(['_litestream_seq', 'by_name', 'sqlite_stat1']));
});

test('a backup from before the newest migration is compared with the migrations it has seen', async () => {
  const older = path.join(places.folder, 'migrations');
  cpSync(projectMigrations.sqlite, older, { recursive: true });
  const newest = readMigrations(older).at(-1)?.name ?? '';
  rmSync(path.join(older, newest), { recursive: true });
  mkdirSync(path.dirname(places.backup));
  await deployMigrations(`file:${places.backup}`, { directory: older });
  sql(places.backup, (connection) => connection.pragma('journal_mode = DELETE'));
  expect(await restore()).toMatchObject({ pending: [newest] });
  sql(places.backup, (connection) => connection.exec('DROP TRIGGER "AuditEvent_no_delete"'));
  await expect(restore()).rejects.toThrow('the trigger AuditEvent_no_delete is missing');
});

test('a restore replaces a damaged database, and creates a missing one', async () => {
  await writeBackup(places.file, places.backup);
  writeFileSync(places.file, 'x'.repeat(10_000));
  const { aside } = await restore();
  expect(readFileSync(String(aside), 'utf8')).toBe('x'.repeat(10_000));
  expect(emailsIn(places.file)).toEqual([]);
  rmSync(places.file);
  expect((await restore()).aside).toBeNull();
  expect(emailsIn(places.file)).toEqual([]);
});

test('a restore ends the sessions of the backup, and leaves the backup as it was', async () => {
  sql(places.file, (connection) =>
    connection.exec(`
      INSERT INTO "Account" ("id", "name", "planId", "status", "settings", "demo", "createdAt", "updatedAt")
        VALUES ('acc_1', 'Acme', 'plan_basic', 'ACTIVE', '{}', 0, 0, 0);
      INSERT INTO "User" ("id", "accountId", "email", "passwordHash", "role", "status",
          "scopeRead", "scopeWrite", "scopeAdmin", "createdAt", "updatedAt")
        VALUES ('usr_1', 'acc_1', 'ada@acme.test', 'hash', 'ADMIN', 'ACTIVE', 1, 1, 1, 0, 0);
      INSERT INTO "Session" ("id", "userId", "tokenHash", "createdAt", "lastUsedAt", "expiresAt")
        VALUES ('ses_1', 'usr_1', 'hash', 0, 0, 0);
    `),
  );
  await writeBackup(places.file, places.backup);
  const before = readFileSync(places.backup);
  expect(await restore()).toMatchObject({ accounts: 1 });
  expect(sql(places.file, (connection) => connection.prepare('SELECT id FROM "Session"').all())).toEqual([]);
  expect(readFileSync(places.backup).equals(before)).toBe(true);
});

describe('a former database with other files next to it', () => {
  test('is aside whole before the backup comes, and nothing written under its name reaches it', () => {
    const aside = `${places.file}.aside`;
    const parts = { '': 'pages', '-wal': 'frames', '-journal': 'old pages' };
    for (const [suffix, text] of Object.entries(parts)) writeFileSync(places.file + suffix, text);
    expect(moveAside(places.file, aside)).toBe(aside);
    expect(readdirSync(places.folder).sort()).toEqual([
      'site.db',
      'site.db.aside',
      'site.db.aside-journal',
      'site.db.aside-wal',
    ]);
    // A start may create its own file before the backup has taken the name.
    writeFileSync(places.file, 'written by a start');
    for (const [suffix, text] of Object.entries(parts))
      expect(readFileSync(aside + suffix, 'utf8')).toBe(text);
  });

  test('leaves none of it to the backup, even if the database itself is gone', async () => {
    await writeBackup(places.file, places.backup);
    rmSync(places.file);
    writeFileSync(`${places.file}-wal`, 'frames');
    const { aside } = await restore();
    expect(readFileSync(`${aside}-wal`, 'utf8')).toBe('frames');
    expect(existsSync(`${places.file}-wal`)).toBe(false);
    expect(emailsIn(places.file)).toEqual([]);
  });
});
