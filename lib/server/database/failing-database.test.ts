import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Database, Queries } from '@/lib/server/database/database';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { openSqlite } from '@/lib/server/database/sqlite/open-sqlite';

let folder: string;
let file: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-failing-'));
  file = path.join(folder, 'test.db');
  copyFileSync(inject('emptyDatabase'), file);
  db = openSqlite(`file:${file}`, { lockPatienceMs: 60 });
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const addEmail = (tx: Queries, id: string, text = '') =>
  tx.outboundEmail.create({
    data: { id, kind: 'CONTACT', templateId: 'test', params: { text }, createdAt: new Date('2026-06-15') },
  });
const write = (id: string) => db.write((tx) => addEmail(tx, id));
const stored = async () =>
  (await db.prisma.outboundEmail.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);
const unavailable = (failure: string) => ({ name: 'DatabaseUnavailable', failure });

test('writes that wait for a lock of another process give up together, and the next one after it works', async () => {
  await write('before');
  const other = new Sqlite(file);
  other.exec('BEGIN IMMEDIATE');
  const writes = Array.from({ length: 20 }, (_, index) => write(`locked-${index}`));
  const refused = writes.map((one) => one.then(() => 'written', databaseFailure));
  await refused[0];
  const now = new Promise((resolve) => setImmediate(resolve, 'still waiting'));
  for (const one of refused) expect(await Promise.race([one, now])).toBe('locked');
  expect(await stored()).toEqual(['before']);
  other.exec('ROLLBACK');
  other.close();
  await write('released');
  expect(await stored()).toEqual(['before', 'released']);
});

test('a write with a statement that finds no space stores nothing, even if its code continues', async () => {
  const pages = (count: number) => db.write((tx) => tx.$queryRawUnsafe(`PRAGMA max_page_count = ${count}`));
  await pages(1);
  const full = db.write(async (tx) => {
    await addEmail(tx, 'small');
    await addEmail(tx, 'large', 'x'.repeat(200_000)).catch(() => {});
    await addEmail(tx, 'after');
  });
  await expect(full).rejects.toMatchObject(unavailable('full'));
  expect(await stored()).toEqual([]);
  await pages(1_000_000);
  await db.write((tx) => addEmail(tx, 'fits', 'x'.repeat(200_000)));
  expect(await stored()).toEqual(['fits']);
});

test('a write whose commit fails leaves nothing, and the next one works', async () => {
  const failing = db.write(async (tx) => {
    await addEmail(tx, 'uncommitted');
    await tx.$executeRaw`PRAGMA defer_foreign_keys = ON`;
    await tx.$executeRaw`INSERT INTO "Template" VALUES ('tpl_1', 'acc_none', 'orphan', 0)`;
  });
  await expect(failing).rejects.toThrow();
  expect(await stored()).toEqual([]);
  await write('next');
  expect(await stored()).toEqual(['next']);
});

test('writes to a file that is gone fail; reads still work, and so do writes once the file is back', async () => {
  await write('before');
  expect(await stored()).toEqual(['before']);
  renameSync(file, `${file}.away`);
  await expect(write('lost')).rejects.toMatchObject(unavailable('missing'));
  expect(existsSync(file)).toBe(false);
  expect(await stored()).toEqual(['before']);
  renameSync(`${file}.away`, file);
  await write('back');
  expect(await stored()).toEqual(['back', 'before']);
});

test('nothing is written without the -wal, and closing saves its contents', async () => {
  await write('before');
  rmSync(`${file}-wal`);
  await expect(write('lost')).rejects.toMatchObject(unavailable('missing'));
  await db.close();
  db = openSqlite(`file:${file}`);
  expect(await stored()).toEqual(['before']);
});

test('queries that come while it opens share its connection: closing leaves nothing open', async () => {
  await Promise.all([stored(), stored(), stored(), write('concurrently')]);
  expect(existsSync(`${file}-wal`)).toBe(true);
  await db.close();
  // SQLite removes it with the last connection.
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test("a missing file isn't created again, and is found once it exists", async () => {
  renameSync(file, `${file}.away`);
  await expect(write('early')).rejects.toMatchObject(unavailable('missing'));
  await expect(stored()).rejects.toSatisfy((error) => databaseFailure(error) === 'missing');
  expect(existsSync(file)).toBe(false);
  renameSync(`${file}.away`, file);
  await write('found');
  expect(await stored()).toEqual(['found']);
});

test('a damaged file refuses reads and writes, and both work once it is mended', async () => {
  await write('before');
  expect(await stored()).toEqual(['before']);
  const other = new Sqlite(file);
  other.pragma('wal_checkpoint(TRUNCATE)');
  other.close();
  const whole = readFileSync(file);
  const wal = statSync(`${file}-wal`).ino;
  writeFileSync(file, Buffer.concat([whole.subarray(0, 100), Buffer.alloc(whole.length - 100, 0xaa)]));
  await expect(write('damaged')).rejects.toMatchObject(unavailable('damaged'));
  await expect(stored()).rejects.toSatisfy((error) => databaseFailure(error) === 'damaged');
  expect(existsSync(`${file}-wal`), 'both connections were closed').toBe(false);
  // So that the next -wal doesn't happen to be the same file.
  for (let number = 0; number < 8; number += 1) writeFileSync(path.join(folder, `${number}`), '');
  writeFileSync(file, whole);
  expect(await stored()).toEqual(['before']);
  await write('mended');
  expect(statSync(`${file}-wal`).ino).not.toBe(wal);
  expect(await stored()).toEqual(['before', 'mended']);
});

test("a first write whose files can't be looked up leaves no transaction open", async () => {
  const other = new Sqlite(file);
  other.exec('BEGIN IMMEDIATE');
  await expect(write('locked')).rejects.toMatchObject(unavailable('locked'));
  other.exec('ROLLBACK');
  other.close();
  renameSync(folder, `${folder}.away`);
  symlinkSync(folder, folder);
  await expect(write('lost')).rejects.toMatchObject(unavailable('missing'));
  rmSync(folder);
  renameSync(`${folder}.away`, folder);
  await write('back');
  expect(await stored()).toEqual(['back']);
});

test('a database behind links is written, and its -wal is looked for next to the real file', async () => {
  await db.close();
  symlinkSync(folder, `${folder}.linked`);
  symlinkSync('test.db', path.join(folder, 'link.db'));
  try {
    for (const name of [path.join(folder, 'link.db'), path.join(`${folder}.linked`, 'link.db')]) {
      db = openSqlite(`file:${name}`);
      await write(name);
      expect(existsSync(`${file}-wal`)).toBe(true);
      await db.close();
    }
    db = openSqlite(`file:${file}`);
    expect(await stored()).toHaveLength(2);
  } finally {
    rmSync(`${folder}.linked`);
  }
});

test("writes fail once the link leads elsewhere, since a restart wouldn't find them", async () => {
  await db.close();
  const link = path.join(folder, 'link.db');
  symlinkSync('test.db', link);
  copyFileSync(file, path.join(folder, 'other.db'));
  db = openSqlite(`file:${link}`);
  await write('before');
  rmSync(link);
  await expect(write('no link')).rejects.toMatchObject(unavailable('missing'));
  symlinkSync('other.db', link);
  await expect(write('other file')).rejects.toMatchObject(unavailable('missing'));
  rmSync(link);
  symlinkSync('test.db', link);
  await write('back');
  expect(await stored()).toEqual(['back', 'before']);
});
