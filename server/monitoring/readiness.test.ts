import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import pino from 'pino';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { listen } from '@/server/http/connections/listen';
import { healthAnswerer } from './monitoring';
import { readiness } from './readiness';

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

const checkOf = (options?: Parameters<typeof readiness>[1]) => readiness(`file:${file}`, options);
const cause = async (check: ReturnType<typeof readiness>) => (await check())?.cause;

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
  expect(await cause(check)).toBe('The database file was replaced; the server must be started again.');
  renameSync(`${file}.aside`, file);
  expect(await check()).toBeUndefined();
});

test('a damaged database is reported without the name of its file', async () => {
  const check = checkOf();
  writeFileSync(file, 'no database at all '.repeat(1_000));
  expect(await cause(check)).toBe('The database is not a SQLite database.');
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
  expect(await cause(check)).toBe('The database does not fit this version of the site.');
  database.close();
});

test('a disk with too little space is reported', async () => {
  const check = checkOf({ leastSpace: Number.MAX_SAFE_INTEGER });
  expect(await cause(check)).toBe('The disk that holds the database is nearly full.');
});

test('health is always live; readiness fails with 503 and the cause, checks once a second, and ends with the server', async () => {
  let looked = 0;
  let ending = false;
  let now = 0;
  const lines: string[] = [];
  const logger = pino({ base: undefined }, { write: (line: string) => lines.push(line) });
  const server = createServer();
  const isHealth = healthAnswerer({
    check: async () => {
      looked += 1;
      return { cause: 'The database is damaged.', detail: 'SQLITE_CORRUPT' };
    },
    isEnding: () => ending,
    logger,
    now: () => now,
  });
  server.on('request', async (request, response) => {
    if (!(await isHealth(request, response))) response.end('not health');
  });
  const origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
  const ask = async (address: string, method = 'GET') => {
    const answer = await fetch(origin + address, { method });
    return [answer.status, await answer.text()];
  };
  expect(await ask('/api/health')).toEqual([200, '{"status":"ok"}']);
  const unready = [503, '{"status":"unready","cause":"The database is damaged."}'];
  expect(await ask('/api/health/ready')).toEqual(unready);
  expect(await ask('/api/health/ready?again')).toEqual(unready);
  expect(await ask('/api/health/ready', 'HEAD')).toEqual([503, '']);
  expect((await ask('/api/health/ready', 'POST'))[0]).toBe(405);
  expect(await ask('/api/healthy')).toEqual([200, 'not health']);
  expect(looked).toBe(1);
  now = 1_000;
  expect(await ask('/api/health/ready')).toEqual(unready);
  expect(looked).toBe(2);
  expect(lines.map((line) => JSON.parse(line).detail)).toEqual(['SQLITE_CORRUPT']);
  ending = true;
  expect(await ask('/api/health/ready')).toEqual([
    503,
    '{"status":"unready","cause":"The server is ending."}',
  ]);
  server.closeAllConnections();
  server.close();
});
