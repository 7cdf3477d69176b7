import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { fileReadiness } from '@/lib/server/starting/readiness-check';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-ready-'));
  file = path.join(folder, 'site.db');
  copyFileSync(inject('emptyDatabase'), file);
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const checkOf = (options?: Parameters<typeof fileReadiness>[1]) => fileReadiness(`file:${file}`, options);
const cause = async (check: ReturnType<typeof fileReadiness>) => (await check())?.cause;

test('a migrated database that can be read and written is ready, and asking changes nothing', async () => {
  const watcher = new Database(file);
  const version = () => watcher.pragma('data_version', { simple: true });
  const before = version();
  const check = checkOf();
  expect([await check(), await check()]).toEqual([undefined, undefined]);
  expect(version()).toBe(before);
  watcher.close();
});

test('another writer’s short transaction doesn’t hinder', async () => {
  const writer = new Database(file);
  const check = checkOf();
  writer.exec('BEGIN IMMEDIATE');
  expect(await check()).toBeUndefined();
  writer.exec('ROLLBACK');
  expect(await check()).toBeUndefined();
  writer.close();
});

test('a database that one writer keeps holding is reported; two writers that two probes meet by chance aren’t', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const writer = new Database(file);
  const check = checkOf();
  writer.exec('BEGIN IMMEDIATE');
  expect(await check()).toBeUndefined();
  vi.advanceTimersByTime(5_000);
  expect(await cause(check)).toBe('The database is held by another process.');
  writer.exec('ROLLBACK');
  expect(await check()).toBeUndefined();
  writer.exec('BEGIN IMMEDIATE');
  expect(await check()).toBeUndefined();
  writer.exec('ROLLBACK');
  vi.advanceTimersByTime(30_000);
  writer.exec('BEGIN IMMEDIATE');
  expect(await check()).toBeUndefined();
  writer.exec('ROLLBACK');
  writer.close();
});

test('a missing or replaced database is reported, and is ready again once it is back', async () => {
  const check = checkOf();
  renameSync(file, `${file}.aside`);
  expect(await cause(check)).toBe('The database file is missing.');
  copyFileSync(`${file}.aside`, file);
  expect(await cause(check)).toBe('The database file was replaced. Restart the server.');
  renameSync(`${file}.aside`, file);
  expect(await check()).toBeUndefined();
});

test('a damaged database is reported without the name of its file', async () => {
  const check = checkOf();
  writeFileSync(file, 'no database at all '.repeat(1_000));
  expect(await cause(check)).toBe("The database isn't a SQLite database.");
});

test('a database without all migrations is reported, and so is one from a newer version', async () => {
  const database = new Database(file);
  const check = checkOf();
  database.exec(
    'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)',
  );
  expect(await cause(check)).toBe('The database lacks migrations.');
  database.exec(
    `UPDATE _prisma_migrations SET migration_name = '9999_of_tomorrow' WHERE migration_name LIKE '0001%'`,
  );
  expect(await cause(check)).toBe("The database doesn't fit this version of the site.");
  database.close();
});

test('a disk with too little space is reported', async () => {
  const check = checkOf({ leastSpace: Number.MAX_SAFE_INTEGER });
  expect(await cause(check)).toBe('The disk that holds the database is nearly full.');
});
