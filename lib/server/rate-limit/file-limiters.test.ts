import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logger } from '@/lib/server/logging/logger';
import { fileLimiters } from '@/lib/server/rate-limit/file-limiters';

let folder: string;
let url: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-limits-'));
  url = `file:${path.join(folder, 'limits.db')}`;
});
afterEach(() => rmSync(folder, { recursive: true }));

const limit = { name: 'test', count: 3, window: 60_000 };

function startTaker(count: number, tries: number) {
  const script = path.join('testing', 'take-from-store.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, url, String(count), String(tries)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    ready: () => lines.next(),
    take: async () => {
      child.stdin.write('go\n');
      return Number((await lines.next()).value);
    },
  };
}

test('processes that start at once with a new store pass together exactly what the limit allows', async () => {
  // Three of them cannot use it up, so that each is given some.
  const takers = Array.from({ length: 4 }, () => startTaker(500, 150));
  await Promise.all(takers.map(({ ready }) => ready()));
  const given = await Promise.all(takers.map(({ take }) => take()));
  for (const count of given) expect(count).toBeGreaterThan(0);
  expect(given.reduce((sum, count) => sum + count, 0)).toBe(500);
});

test('what was counted is still counted after a restart, and another limit has counters of its own', async () => {
  const first = fileLimiters(url);
  for (let index = 0; index < 3; index += 1) expect(await first.makeLimiter(limit).take('key')).toBe(0);
  first.close();
  const second = fileLimiters(url);
  const seconds = await second.makeLimiter(limit).take('key');
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await second.makeLimiter({ ...limit, name: 'other' }).take('key')).toBe(0);
  second.close();
});

test('a new store is readable by this user only, with the files next to it, through a link too', async () => {
  symlinkSync('limits.db', path.join(folder, 'link.db'));
  const { makeLimiter, close } = fileLimiters(`file:${path.join(folder, 'link.db')}`);
  await makeLimiter(limit).take('ada@acme.test');
  const stores = readdirSync(folder).filter((name) => name.startsWith('limits'));
  expect(stores.sort()).toEqual(['limits.db', 'limits.db-shm', 'limits.db-wal']);
  for (const name of stores) expect(statSync(path.join(folder, name)).mode & 0o777, name).toBe(0o600);
  close();
});

test('if the store fails, each process counts in its own memory, and the log says so once', async () => {
  const log = vi.spyOn(logger, 'error').mockReturnValue(undefined);
  const { makeLimiter, close } = fileLimiters(url);
  const limiter = makeLimiter(limit);
  expect(await limiter.take('key')).toBe(0);
  const other = new Sqlite(path.join(folder, 'limits.db'));
  other.exec('DROP TABLE rate_limits');
  const given = [];
  for (let index = 0; index < 4; index += 1) given.push((await limiter.take('key')) === 0);
  expect(given).toEqual([true, true, true, false]);
  expect(log).toHaveBeenCalledOnce();
  other.close();
  close();
  expect(await limiter.take('another key')).toBe(0);
  log.mockRestore();
});

test('a process that holds the store is waited for once, by counting or by clearing up, until the store has rested', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const log = vi.spyOn(logger, 'error').mockReturnValue(undefined);
  const uses = vi.spyOn(Sqlite.prototype, 'prepare');
  const { makeLimiter, close } = fileLimiters(url);
  const limiter = makeLimiter({ ...limit, count: 9_999 });
  expect(await limiter.take('key')).toBe(0);
  const other = new Sqlite(path.join(folder, 'limits.db'));
  for (const meet of [() => limiter.take('key'), async () => void vi.advanceTimersByTime(2_000)]) {
    other.exec('BEGIN IMMEDIATE');
    uses.mockClear();
    await meet();
    const met = uses.mock.calls.length;
    expect(met).toBeGreaterThan(0);
    for (let index = 0; index < 500; index += 1) expect(await limiter.take('key')).toBe(0);
    vi.advanceTimersByTime(4_000);
    expect(uses).toHaveBeenCalledTimes(met);
    expect(log).toHaveBeenCalledOnce();
    other.exec('ROLLBACK');
    vi.advanceTimersByTime(1_001);
    expect(await limiter.take('key')).toBe(0);
    expect(uses.mock.calls.length).toBeGreaterThan(met);
  }
  expect(other.prepare('SELECT points FROM rate_limits').pluck().get()).toBe(3);
  other.close();
  close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('what has expired is cleared from the store', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { makeLimiter, close } = fileLimiters(url);
  await makeLimiter(limit).take('key');
  const other = new Sqlite(path.join(folder, 'limits.db'));
  const rows = () => other.prepare('SELECT count(*) FROM rate_limits').pluck().get();
  vi.advanceTimersByTime(2_000);
  expect(rows()).toBe(1);
  other.exec('UPDATE rate_limits SET expire = 1');
  vi.advanceTimersByTime(2_000);
  expect(rows()).toBe(0);
  other.close();
  close();
  vi.useRealTimers();
});
