import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { logger } from '@/lib/server/logging/logger';
import { copyTestDatabase, onPostgres, type TestDatabase } from '@/testing/test-database';
import { OutcomeLimiter } from './outcome-limiter';
import { postgresLimiters } from './postgres-limiters';

const limit = { name: 'test', count: 3, window: 60_000 };

describe.runIf(onPostgres)('limiters on PostgreSQL', () => {
  let database: TestDatabase;
  let processes: ReturnType<typeof postgresLimiters>[];
  beforeEach(async () => {
    database = await copyTestDatabase();
    // Each has connections of its own, as two server processes have.
    processes = [postgresLimiters(database.url), postgresLimiters(database.url)];
  });
  afterEach(async () => {
    await Promise.all(processes.map(({ close }) => close()));
    await database.remove();
  });
  const limiters = (options = limit) => processes.map(({ makeLimiter }) => makeLimiter(options));
  async function query(sql: string) {
    const pool = openPool(database.url, { connections: 1, readOnly: false });
    try {
      return (await pool.query(sql)).rows;
    } finally {
      await pool.end();
    }
  }

  test('two processes pass together exactly what the limit allows, also when all calls come at once', async () => {
    const both = limiters({ ...limit, count: 200 });
    const takes = Array.from({ length: 300 }, (_, index) => both[index % 2]?.take('key'));
    const seconds = await Promise.all(takes);
    expect(seconds.filter((each) => each === 0)).toHaveLength(200);
    for (const each of seconds.filter((wait) => wait !== 0)) expect(each).toBeLessThanOrEqual(60);
  });

  test("one process can return another process's call; each limit has counters of its own", async () => {
    const [first, second] = limiters();
    for (let index = 0; index < 3; index += 1) expect(await first?.take('key')).toBe(0);
    expect(await second?.take('key')).toBeGreaterThan(0);
    const [other] = limiters({ ...limit, name: 'other' });
    expect(await other?.take('key')).toBe(0);
    await second?.refund('key');
    await first?.refund('key');
    expect(await second?.take('key')).toBe(0);
  });

  test("attempts that may fail are counted over both processes, and a refusal in either doesn't count", async () => {
    const [first, second] = limiters().map(
      (limiter) => new OutcomeLimiter(limiter, { refuse: (seconds) => new Error(`wait ${seconds}`) }),
    );
    const fail = (limiter: OutcomeLimiter | undefined) =>
      limiter?.run(
        { key: 'ada' },
        async () => false,
        (outcome) => !outcome,
      );
    await fail(first);
    await fail(second);
    await fail(first);
    for (const limiter of [first, second, first, second]) await expect(fail(limiter)).rejects.toThrow('wait');
    expect(await query('SELECT points FROM "RateLimitCounter"')).toEqual([{ points: 3 }]);
  });

  test('calls are counted at once in each process, and by all processes within moments', async () => {
    const [first, second] = processes.map(({ makeCallLimiter }) => makeCallLimiter({ ...limit, count: 100 }));
    for (let index = 0; index < 60; index += 1) expect(await first?.take('key')).toBe(0);
    expect(await second?.take('key')).toBe(0);
    await vi.waitFor(async () =>
      expect(await query('SELECT points FROM "RateLimitCounter"')).toEqual([{ points: 61 }]),
    );
    // The second process learns of the others with its next count.
    for (let index = 0; index < 39; index += 1) expect(await second?.take('key')).toBe(0);
    await vi.waitFor(async () =>
      expect(await query('SELECT points FROM "RateLimitCounter"')).toEqual([{ points: 100 }]),
    );
    await vi.waitFor(async () => expect(await second?.take('key')).toBeGreaterThan(0));
    await vi.waitFor(async () => expect(await first?.take('key')).toBeGreaterThan(0));
    expect(await first?.take('another')).toBe(0);
  });

  test('a clock that is set back by a day neither keeps a client waiting for longer than a window, nor its counter', async () => {
    const [limiter] = processes.map(({ makeCallLimiter }) => makeCallLimiter(limit));
    for (let index = 0; index < 4; index += 1) await limiter?.take('key');
    await vi.waitFor(async () => expect(await query('SELECT 1 FROM "RateLimitCounter"')).toHaveLength(1));
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() - 86_400_000);
    expect(await limiter?.take('key')).toBeOneOf([59, 60]);
    // Another process begins a window, and finds the counter of the day to come.
    const second = processes[1]?.makeCallLimiter(limit);
    for (let index = 0; index < 2; index += 1) expect(await second?.take('key')).toBe(0);
    await vi.waitFor(async () => {
      const [row] = await query('SELECT expire FROM "RateLimitCounter"');
      expect(Number(row?.expire)).toBeLessThanOrEqual(Date.now() + limit.window);
    });
    vi.restoreAllMocks();
  });

  test("counts that couldn't be written to the table aren't lost", async () => {
    const log = vi.spyOn(logger, 'error').mockReturnValue(undefined);
    const [limiter] = processes.map(({ makeCallLimiter }) => makeCallLimiter(limit));
    await query('ALTER TABLE "RateLimitCounter" RENAME TO "Elsewhere"');
    const given = [];
    for (let index = 0; index < 4; index += 1) given.push((await limiter?.take('key')) === 0);
    expect(given).toEqual([true, true, true, false]);
    await vi.waitFor(() => expect(log).toHaveBeenCalledOnce());
    await query('ALTER TABLE "Elsewhere" RENAME TO "RateLimitCounter"');
    await vi.waitFor(
      async () => expect(await query('SELECT points FROM "RateLimitCounter"')).toEqual([{ points: 4 }]),
      10_000,
    );
    log.mockRestore();
  });

  test("a counter has the same size for any key, and doesn't contain the key", async () => {
    const [limiter] = limiters();
    await limiter?.take('ada@acme.test');
    await limiter?.take('x'.repeat(100_000));
    const keys = (await query('SELECT key FROM "RateLimitCounter"')).map(({ key }) => key);
    expect(keys).toEqual([expect.stringMatching(/^test:.{43}$/), expect.stringMatching(/^test:.{43}$/)]);
  });

  test('expired counters are removed', async () => {
    const [limiter] = limiters({ ...limit, window: 1_000 });
    for (let index = 0; index < 20; index += 1) await limiter?.take(`key ${index}`);
    await vi.waitFor(async () => expect(await query('SELECT 1 FROM "RateLimitCounter"')).toEqual([]), 10_000);
  });

  test('if the table fails, each process counts in its own memory, and the log says so once', async () => {
    const log = vi.spyOn(logger, 'error').mockReturnValue(undefined);
    const [limiter] = limiters();
    expect(await limiter?.take('key')).toBe(0);
    await query('DROP TABLE "RateLimitCounter"');
    const given = [];
    for (let index = 0; index < 4; index += 1) given.push((await limiter?.take('key')) === 0);
    expect(given).toEqual([true, true, true, false]);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});
