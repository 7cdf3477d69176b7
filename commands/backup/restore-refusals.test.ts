import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeBackup } from '@/commands/backup';
import { openDatabase } from '@/lib/server/database/open-database';
import { addEmail, databaseFolder, emailsIn, now, sql } from '@/testing/database-folder';
import { restoreBackup } from './restore-backup';

const places = databaseFolder();
const restore = (from = places.backup) => restoreBackup(from, places.file, { now });

describe('a restore refuses, and leaves the database as it was,', () => {
  const refusals: [string, () => void, RegExp][] = [
    ['no file', () => {}, /^There is no file .*one\.db\.$/],
    [
      'a file that is no database',
      () => writeFileSync(places.backup, 'x'.repeat(5_000)),
      /one\.db isn't a SQLite database/,
    ],
    [
      'a damaged backup',
      () => {
        const whole = readFileSync(places.file);
        writeFileSync(
          places.backup,
          Buffer.concat([whole.subarray(0, 4096 * 3), Buffer.alloc(whole.length - 4096 * 3, 0xaa)]),
        );
      },
      /one\.db is damaged/,
    ],
    [
      'another database',
      () => sql(places.backup, (connection) => connection.exec('CREATE TABLE "Other" ("id" TEXT)')),
      /one\.db contains tables of another program/,
    ],
    ['an empty database', () => writeFileSync(places.backup, ''), /one\.db isn't a Switchyard database/],
    [
      'a backup by newer code',
      () => {
        copyFileSync(places.file, places.backup);
        sql(places.backup, (connection) =>
          connection.exec(`UPDATE "_prisma_migrations" SET migration_name = '9999_later'`),
        );
      },
      /one\.db is newer than this code: it has .*9999_later/,
    ],
    [
      'rows that refer to nothing',
      () => {
        copyFileSync(places.file, places.backup);
        sql(places.backup, (connection) => {
          connection.pragma('foreign_keys = OFF');
          connection.exec(`INSERT INTO "Template" VALUES ('tpl_1', 'acc_none', 'orphan', 0)`);
        });
      },
      /one\.db isn't whole: 1 rows, the first in Template, refer to nothing/,
    ],
    [
      'a backup whose trail could be changed',
      () => {
        copyFileSync(places.file, places.backup);
        sql(places.backup, (connection) => connection.exec('DROP TRIGGER "AuditEvent_no_update"'));
      },
      /one\.db isn't as its migrations made it: the trigger AuditEvent_no_update is missing\. Restore another/,
    ],
    [
      'a trigger with the right name that does nothing',
      () => {
        copyFileSync(places.file, places.backup);
        sql(places.backup, (connection) =>
          connection.exec(`DROP TRIGGER "AuditLink_no_update";
            CREATE TRIGGER "AuditLink_no_update" BEFORE UPDATE ON "AuditLink" BEGIN SELECT 1; END`),
        );
      },
      /: the trigger AuditLink_no_update is different\./,
    ],
    [
      'a trigger that no migration made',
      () => {
        copyFileSync(places.file, places.backup);
        sql(places.backup, (connection) =>
          connection.exec(`CREATE TABLE "Copy" ("email" TEXT);
            CREATE TRIGGER "steal" AFTER UPDATE ON "_prisma_migrations" BEGIN INSERT INTO "Copy" VALUES ('x'); END`),
        );
      },
      /: the trigger steal is too much\./,
    ],
    [
      'a view that no migration made',
      () => {
        copyFileSync(places.file, places.backup);
        sql(places.backup, (connection) =>
          connection.exec('CREATE VIEW "peek" AS SELECT "email" FROM "User"'),
        );
      },
      /: the view peek is too much\./,
    ],
    [
      'a trigger under a name of SQLite’s own',
      () => {
        copyFileSync(places.file, places.backup);
        sql(places.backup, (connection) => {
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
        copyFileSync(places.file, places.backup);
        sql(places.backup, (connection) => {
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
        copyFileSync(places.file, places.backup);
        writeFileSync(`${places.backup}-wal`, 'frames');
      },
      /has a -wal beside it/,
    ],
  ];
  test.each(refusals)('%s', async (_, prepare, sentence) => {
    mkdirSync(path.dirname(places.backup));
    prepare();
    const before = readFileSync(places.file);
    await expect(restore()).rejects.toThrow(sentence);
    expect(readFileSync(places.file).equals(before)).toBe(true);
    expect(readdirSync(places.folder).sort()).toEqual(['backups', 'site.db']);
  });

  test('while a process has the database open', async () => {
    await writeBackup(places.file, places.backup);
    const db = openDatabase(`file:${places.file}`);
    await addEmail(db, 'open');
    await expect(restore()).rejects.toThrow(/is in use\. Stop the server/);
    await addEmail(db, 'still');
    await db.close();
    expect(emailsIn(places.file)).toEqual(['open', 'still']);
  });
});
