import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeBackup } from '@/commands/backup';
import { removeOldBackups } from '@/lib/server/database/backup/write-copy';
import { openDatabase } from '@/lib/server/database/open-database';
import { addEmail, databaseFolder, emailsIn, now, sql } from '@/testing/database-folder';
import { backupName, readBackupArguments } from './read-arguments';
import { restoreBackup } from './restore-backup';

const places = databaseFolder();
const restore = (from = places.backup) => restoreBackup(from, places.file, { now });

test('a backup made during writes contains every write acknowledged before it, complete, and restores', async () => {
  const db = openDatabase(`file:${places.file}`);
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
  const { bytes } = await writeBackup(places.file, places.backup);
  writing = false;
  await Promise.all(writers);
  await db.close();

  const saved = emailsIn(places.backup);
  expect(saved).toEqual(expect.arrayContaining(before));
  expect(saved.length % 2, 'pairs of one transaction, and the first').toBe(1);
  expect({ mode: statSync(places.backup).mode & 0o777, size: statSync(places.backup).size }).toEqual({
    mode: 0o600,
    size: bytes,
  });
  expect(readdirSync(path.dirname(places.backup))).toEqual(['one.db']);

  const after = emailsIn(places.file);
  const { aside } = await restore();
  expect(emailsIn(places.file)).toEqual(saved);
  expect(aside).toBe(`${places.file}.replaced-20260615T120000Z`);
  expect(emailsIn(String(aside))).toEqual(after);
  expect(readdirSync(places.folder).sort()).toEqual([
    'backups',
    'site.db',
    'site.db.replaced-20260615T120000Z',
  ]);
});

test('a backup never replaces a file, and leaves nothing half written', async () => {
  await writeBackup(places.file, places.backup);
  const first = readFileSync(places.backup);
  await expect(writeBackup(places.file, places.backup)).rejects.toThrow(
    `${places.backup} is there already. Name another file.`,
  );
  expect(readFileSync(places.backup).equals(first)).toBe(true);
  const damaged = path.join(places.folder, 'damaged.db');
  const whole = readFileSync(places.file);
  writeFileSync(
    damaged,
    Buffer.concat([whole.subarray(0, 4096 * 3), Buffer.alloc(whole.length - 4096 * 3, 0xaa)]),
  );
  await expect(writeBackup(damaged, path.join(places.folder, 'backups', 'two.db'))).rejects.toThrow(
    `The database ${damaged} is damaged`,
  );
  await expect(writeBackup(places.file, path.join(places.file, 'three.db'))).rejects.toThrow(
    /folder can't be made or written/,
  );
  expect(readdirSync(path.dirname(places.backup))).toEqual(['one.db']);
});

test('the remains of a killed backup are removed by the next backup', async () => {
  await writeBackup(places.file, places.backup);
  for (const name of ['two.db.part-99999999', 'two.db.part-99999999-journal', `two.db.part-${process.ppid}`])
    writeFileSync(path.join(places.folder, 'backups', name), '');
  await writeBackup(places.file, path.join(places.folder, 'backups', 'three.db'));
  expect(readdirSync(path.dirname(places.backup)).sort()).toEqual([
    'one.db',
    'three.db',
    `two.db.part-${process.ppid}`,
  ]);
});

test('a backup reports everything for which a restore would refuse it', async () => {
  expect(await writeBackup(places.file, places.backup)).toMatchObject({ schema: null, chain: null });
  sql(places.file, (connection) => connection.exec('DROP TRIGGER "AuditEvent_no_update"'));
  expect(await writeBackup(places.file, path.join(places.folder, 'two.db'))).toMatchObject({
    schema: `The database ${places.file} isn't as its migrations made it: the trigger AuditEvent_no_update is missing.`,
  });
});

test('only the newest backups stay, and nothing that is named otherwise goes', () => {
  const names = ['01', '02', '03', '04'].map((day) => `switchyard-202606${day}T000000Z.db`);
  const others = ['site.db', 'switchyard-before.db', 'switchyard-20260601T000000Z.db.part-7'];
  for (const name of [...names, ...others]) writeFileSync(path.join(places.folder, name), '');
  const options = { database: places.file, name: backupName };
  expect(removeOldBackups(places.folder, { ...options, keep: 2 })).toEqual(names.slice(0, 2));
  expect(readdirSync(places.folder).sort()).toEqual([...names.slice(2), ...others].sort());
  expect(removeOldBackups(places.folder, { ...options, keep: 9 })).toEqual([]);
});

test('a backup is named by its moment, in the given folder, or next to the database', () => {
  const options = { now, database: places.file };
  expect(readBackupArguments([places.folder, '--keep', '7'], options)).toEqual({
    file: path.join(places.folder, 'switchyard-20260615T120000Z.db'),
    keep: 7,
  });
  expect(readBackupArguments([], options)).toMatchObject({
    file: path.join(places.folder, 'backups', 'switchyard-20260615T120000Z.db'),
  });
  mkdirSync(path.dirname(places.backup));
  expect(readBackupArguments([places.backup], options)).toEqual({ file: places.backup, keep: null });
  for (const wrong of [['a', 'b'], ['--keep', '0'], ['--keep', 'all'], ['--force']])
    expect(() => readBackupArguments(wrong, options)).toThrow();
  expect(existsSync(places.backup)).toBe(false);
});

test('a named folder that is missing is never made: its disk may not be mounted', () => {
  const options = { now, database: places.file };
  for (const place of ['missing', 'missing/deeper/', 'missing/one.db'])
    expect(() => readBackupArguments([path.join(places.folder, place)], options)).toThrow(
      /^There is no folder .*missing(\/deeper)?\. Mount its disk, or make it with mkdir -p, and run/,
    );
});
