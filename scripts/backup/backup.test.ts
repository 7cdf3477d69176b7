import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '@/lib/server/database/database';
import { projectMigrations, readMigrations } from '@/scripts/migrations/read-migrations.mjs';
import { deployMigrations } from '@/scripts/migrations.mjs';
import { moveAside } from './move-aside.mjs';
import { readBackupArguments } from './read-arguments.mjs';
import { removeOldBackups } from './remove-old-backups.mjs';
import { restoreBackup } from './restore-backup.mjs';
import { writeBackup } from './write-backup.mjs';

let folder: string;
let file: string;
let backup: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-backup-'));
  file = path.join(folder, 'site.db');
  backup = path.join(folder, 'backups', 'one.db');
  copyFileSync(inject('emptyDatabase'), file);
});
afterEach(() => rmSync(folder, { recursive: true }));

const now = new Date('2026-06-15T12:00:00.000Z');
const restore = (from = backup) => restoreBackup(from, file, { now });
const sql = <T>(database: string, action: (database: Sqlite.Database) => T): T => {
  const connection = new Sqlite(database);
  try {
    return action(connection);
  } finally {
    connection.close();
  }
};
const emailsIn = (database: string) =>
  sql(database, (connection) =>
    connection.prepare('SELECT id FROM "OutboundEmail" ORDER BY id').pluck().all(),
  );
const addEmail = (db: Database, id: string) =>
  db.write((tx) =>
    tx.outboundEmail.create({
      data: { id, kind: 'CONTACT', templateId: 'test', params: {}, createdAt: now },
    }),
  );

test('a backup made while writes go on holds every write acknowledged before it, whole, and restores', async () => {
  const db = openDatabase(`file:${file}`);
  const acknowledged: string[] = [];
  let writing = true;
  const writer = (name: string) => async () => {
    for (let number = 0; writing; number += 1) {
      const pair = [`${name}-${number}-a`, `${name}-${number}-b`];
      await db.write(async (tx) => {
        for (const id of pair)
          await tx.outboundEmail.create({
            data: { id, kind: 'CONTACT', templateId: 'test', params: {}, createdAt: now },
          });
      });
      acknowledged.push(...pair);
      // The driver works synchronously: without it the backup would never get its turn.
      await new Promise(setImmediate);
    }
  };
  const writers = ['x', 'y', 'z'].map((name) => writer(name)());
  await addEmail(db, 'first');
  const before = [...acknowledged, 'first'];
  const { bytes } = await writeBackup(file, backup);
  writing = false;
  await Promise.all(writers);
  await db.close();

  const saved = emailsIn(backup);
  expect(saved).toEqual(expect.arrayContaining(before));
  expect(saved.length % 2, 'pairs of one transaction, and the first').toBe(1);
  expect({ mode: statSync(backup).mode & 0o777, size: statSync(backup).size }).toEqual({
    mode: 0o600,
    size: bytes,
  });
  expect(readdirSync(path.dirname(backup))).toEqual(['one.db']);

  const after = emailsIn(file);
  const { aside } = restore();
  expect(emailsIn(file)).toEqual(saved);
  expect(aside).toBe(`${file}.replaced-20260615T120000Z`);
  expect(emailsIn(String(aside))).toEqual(after);
  expect(readdirSync(folder).sort()).toEqual(['backups', 'site.db', 'site.db.replaced-20260615T120000Z']);
});

test('a backup never replaces a file, and leaves nothing half written', async () => {
  await writeBackup(file, backup);
  const first = readFileSync(backup);
  await expect(writeBackup(file, backup)).rejects.toThrow(`${backup} is there already. Name another file.`);
  expect(readFileSync(backup).equals(first)).toBe(true);
  const damaged = path.join(folder, 'damaged.db');
  const whole = readFileSync(file);
  writeFileSync(
    damaged,
    Buffer.concat([whole.subarray(0, 4096 * 3), Buffer.alloc(whole.length - 4096 * 3, 0xaa)]),
  );
  await expect(writeBackup(damaged, path.join(folder, 'backups', 'two.db'))).rejects.toThrow(
    `The database ${damaged} is damaged`,
  );
  await expect(writeBackup(file, path.join(file, 'three.db'))).rejects.toThrow(/may not write there/);
  expect(readdirSync(path.dirname(backup))).toEqual(['one.db']);
});

test('what a backup that was killed left behind goes with the next one', async () => {
  await writeBackup(file, backup);
  for (const name of ['two.db.part-99999999', 'two.db.part-99999999-journal', `two.db.part-${process.ppid}`])
    writeFileSync(path.join(folder, 'backups', name), '');
  await writeBackup(file, path.join(folder, 'backups', 'three.db'));
  expect(readdirSync(path.dirname(backup)).sort()).toEqual([
    'one.db',
    'three.db',
    `two.db.part-${process.ppid}`,
  ]);
});

describe('a restore refuses, and leaves the database as it was,', () => {
  const refusals: [string, () => void, RegExp][] = [
    ['no file', () => {}, /^There is no file .*one\.db\.$/],
    [
      'a file that is no database',
      () => writeFileSync(backup, 'x'.repeat(5_000)),
      /one\.db is not a SQLite database/,
    ],
    [
      'a damaged backup',
      () => {
        const whole = readFileSync(file);
        writeFileSync(
          backup,
          Buffer.concat([whole.subarray(0, 4096 * 3), Buffer.alloc(whole.length - 4096 * 3, 0xaa)]),
        );
      },
      /one\.db is damaged/,
    ],
    [
      'another database',
      () => sql(backup, (connection) => connection.exec('CREATE TABLE "Other" ("id" TEXT)')),
      /one\.db holds tables of something else/,
    ],
    ['an empty database', () => writeFileSync(backup, ''), /one\.db is no Switchyard database/],
    [
      'a backup by newer code',
      () => {
        copyFileSync(file, backup);
        sql(backup, (connection) =>
          connection.exec(`UPDATE "_prisma_migrations" SET migration_name = '9999_later'`),
        );
      },
      /one\.db is newer than this code: it has .*9999_later/,
    ],
    [
      'rows that refer to nothing',
      () => {
        copyFileSync(file, backup);
        sql(backup, (connection) => {
          connection.pragma('foreign_keys = OFF');
          connection.exec(`INSERT INTO "Template" VALUES ('tpl_1', 'acc_none', 'orphan', 0)`);
        });
      },
      /one\.db is not whole: 1 rows, the first in Template, refer to nothing/,
    ],
    [
      'a backup whose trail could be changed',
      () => {
        copyFileSync(file, backup);
        sql(backup, (connection) => connection.exec('DROP TRIGGER "AuditEvent_no_update"'));
      },
      /one\.db is not as its migrations made it: the trigger AuditEvent_no_update is missing\. Restore another/,
    ],
    [
      'a trigger with the right name that does nothing',
      () => {
        copyFileSync(file, backup);
        sql(backup, (connection) =>
          connection.exec(`DROP TRIGGER "AuditLink_no_update";
            CREATE TRIGGER "AuditLink_no_update" BEFORE UPDATE ON "AuditLink" BEGIN SELECT 1; END`),
        );
      },
      /: the trigger AuditLink_no_update is different\./,
    ],
    [
      'a trigger that no migration made',
      () => {
        copyFileSync(file, backup);
        sql(backup, (connection) =>
          connection.exec(`CREATE TABLE "Copy" ("email" TEXT);
            CREATE TRIGGER "steal" AFTER UPDATE ON "_prisma_migrations" BEGIN INSERT INTO "Copy" VALUES ('x'); END`),
        );
      },
      /: the trigger steal is too much\./,
    ],
    [
      'a view that no migration made',
      () => {
        copyFileSync(file, backup);
        sql(backup, (connection) => connection.exec('CREATE VIEW "peek" AS SELECT "email" FROM "User"'));
      },
      /: the view peek is too much\./,
    ],
    [
      'a trigger under a name of SQLite’s own',
      () => {
        copyFileSync(file, backup);
        sql(backup, (connection) => {
          connection.exec(
            'CREATE TRIGGER "hide" BEFORE INSERT ON "AuditEvent" BEGIN SELECT RAISE(IGNORE); END',
          );
          connection.unsafeMode();
          connection.pragma('writable_schema = ON');
          connection.exec(`UPDATE sqlite_master SET name = 'sqlite_hide', sql = replace(sql, '"hide"', '"sqlite_hide"')
            WHERE name = 'hide'`);
        });
      },
      /: the trigger sqlite_hide is too much\./,
    ],
    [
      'missing indexes, of which it names the first',
      () => {
        copyFileSync(file, backup);
        sql(backup, (connection) => {
          const query = `SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE '%\\_idx' ESCAPE '\\' LIMIT 7`;
          for (const name of connection.prepare<[], string>(query).pluck().all())
            connection.exec(`DROP INDEX "${name}"`);
        });
      },
      /: (the index \w+ is missing, ){5}and 2 more\./,
    ],
    [
      'a database in use, copied by hand',
      () => {
        copyFileSync(file, backup);
        writeFileSync(`${backup}-wal`, 'frames');
      },
      /has a -wal beside it/,
    ],
  ];
  test.each(refusals)('%s', async (_, prepare, sentence) => {
    await writeBackup(file, path.join(folder, 'backups', 'other.db'));
    prepare();
    const before = readFileSync(file);
    expect(() => restore()).toThrow(sentence);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['backups', 'site.db']);
  });

  test('while somebody has the database open', async () => {
    await writeBackup(file, backup);
    const db = openDatabase(`file:${file}`);
    await addEmail(db, 'open');
    expect(() => restore()).toThrow(/is in use\. Stop the server/);
    await addEmail(db, 'still');
    await db.close();
    expect(emailsIn(file)).toEqual(['open', 'still']);
  });
});

test('tables and indexes of the operator or of a tool come back with the rest', async () => {
  sql(file, (connection) =>
    connection.exec(`CREATE TABLE "_litestream_seq" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "seq" INTEGER UNIQUE);
      CREATE INDEX "by_name" ON "Account" ("name");
      ANALYZE`),
  );
  expect(await writeBackup(file, backup)).toMatchObject({ problem: null });
  restore();
  const names = sql(file, (connection) => connection.prepare('SELECT name FROM sqlite_master').pluck().all());
  expect(names).toEqual(expect.arrayContaining(['_litestream_seq', 'by_name', 'sqlite_stat1']));
});

test('a backup from before the newest migration is compared with the migrations it has seen', async () => {
  const older = path.join(folder, 'migrations');
  cpSync(projectMigrations, older, { recursive: true });
  const newest = readMigrations(older).at(-1)?.name ?? '';
  rmSync(path.join(older, newest), { recursive: true });
  mkdirSync(path.dirname(backup));
  await deployMigrations(`file:${backup}`, { directory: older });
  sql(backup, (connection) => connection.pragma('journal_mode = DELETE'));
  expect(restore()).toMatchObject({ pending: [newest] });
  sql(backup, (connection) => connection.exec('DROP TRIGGER "AuditEvent_no_delete"'));
  expect(() => restore()).toThrow('the trigger AuditEvent_no_delete is missing');
});

test('a backup tells of what a restore would refuse it for', async () => {
  expect(await writeBackup(file, backup)).toMatchObject({ problem: null });
  sql(file, (connection) => connection.exec('DROP TRIGGER "AuditEvent_no_update"'));
  expect(await writeBackup(file, path.join(folder, 'two.db'))).toMatchObject({
    problem: `The database ${file} is not as its migrations made it: the trigger AuditEvent_no_update is missing.`,
  });
});

test('a restore replaces a damaged database, and makes one where there is none', async () => {
  await writeBackup(file, backup);
  writeFileSync(file, 'x'.repeat(10_000));
  const { aside } = restore();
  expect(readFileSync(String(aside), 'utf8')).toBe('x'.repeat(10_000));
  expect(emailsIn(file)).toEqual([]);
  rmSync(file);
  expect(restore().aside).toBeNull();
  expect(emailsIn(file)).toEqual([]);
});

test('a restore ends the sessions of the backup, and leaves the backup as it was', async () => {
  sql(file, (connection) =>
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
  await writeBackup(file, backup);
  const before = readFileSync(backup);
  expect(restore()).toMatchObject({ accounts: 1 });
  expect(sql(file, (connection) => connection.prepare('SELECT id FROM "Session"').all())).toEqual([]);
  expect(readFileSync(backup).equals(before)).toBe(true);
});

describe('a former database with something beside it', () => {
  test('is aside whole before the backup comes, and nothing written in its place reaches it', () => {
    const aside = `${file}.aside`;
    const parts = { '': 'pages', '-wal': 'frames', '-journal': 'old pages' };
    for (const [suffix, text] of Object.entries(parts)) writeFileSync(file + suffix, text);
    expect(moveAside(file, aside)).toBe(aside);
    expect(readdirSync(folder).sort()).toEqual([
      'site.db',
      'site.db.aside',
      'site.db.aside-journal',
      'site.db.aside-wal',
    ]);
    // What a start does that comes before the backup has taken the name.
    writeFileSync(file, 'written by a start');
    for (const [suffix, text] of Object.entries(parts))
      expect(readFileSync(aside + suffix, 'utf8')).toBe(text);
  });

  test('leaves none of it to the backup, also where the database itself is gone', async () => {
    await writeBackup(file, backup);
    rmSync(file);
    writeFileSync(`${file}-wal`, 'frames');
    const { aside } = restore();
    expect(readFileSync(`${aside}-wal`, 'utf8')).toBe('frames');
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(emailsIn(file)).toEqual([]);
  });
});

test('only the newest backups stay, and nothing that is named otherwise goes', () => {
  const names = ['01', '02', '03', '04'].map((day) => `switchyard-202606${day}T000000Z.db`);
  const others = ['site.db', 'switchyard-before.db', 'switchyard-20260601T000000Z.db.part-7'];
  for (const name of [...names, ...others]) writeFileSync(path.join(folder, name), '');
  expect(removeOldBackups(folder, 2)).toEqual(names.slice(0, 2));
  expect(readdirSync(folder).sort()).toEqual([...names.slice(2), ...others].sort());
  expect(removeOldBackups(folder, 9)).toEqual([]);
});

test('a backup is named by its moment, in the folder named, missing or not, or beside the database', () => {
  const options = { now, database: file };
  expect(readBackupArguments([folder, '--keep', '7'], options)).toEqual({
    file: path.join(folder, 'switchyard-20260615T120000Z.db'),
    keep: 7,
  });
  expect(readBackupArguments([path.join(folder, 'missing')], options)).toMatchObject({
    file: path.join(folder, 'missing', 'switchyard-20260615T120000Z.db'),
  });
  expect(readBackupArguments([backup], options)).toEqual({ file: backup, keep: null });
  expect(readBackupArguments([], options)).toMatchObject({
    file: path.join(folder, 'backups', 'switchyard-20260615T120000Z.db'),
  });
  for (const wrong of [['a', 'b'], ['--keep', '0'], ['--keep', 'all'], ['--force']])
    expect(() => readBackupArguments(wrong, options)).toThrow();
  expect(existsSync(backup)).toBe(false);
});
