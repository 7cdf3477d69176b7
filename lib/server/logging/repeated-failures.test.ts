import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLogger } from './open-logger';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Line {
  msg: string;
  repeated?: number;
}

function openLog() {
  const lines: Line[] = [];
  const log = openLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  return { lines, log };
}

const full = () => Object.assign(new Error('The disk is full.'), { code: 'SQLITE_FULL' });

test('a failure that repeats has one line per second, which counts the omitted lines', () => {
  const { lines, log } = openLog();
  for (let index = 0; index < 1_000; index += 1) log.error({ err: full() }, 'A write failed');
  expect(lines).toMatchObject([{ msg: 'A write failed' }]);
  expect(lines[0]).not.toHaveProperty('repeated');
  vi.advanceTimersByTime(1_000);
  expect(lines[1]).toMatchObject({ msg: 'A write failed', repeated: 999, err: { code: 'SQLITE_FULL' } });
  log.error({ err: full() }, 'A write failed');
  vi.advanceTimersByTime(1_000);
  expect(lines[2]).toMatchObject({ repeated: 1 });
});

test('after a second without it, a failure has its line at once', () => {
  const { lines, log } = openLog();
  log.error({ err: full() }, 'A write failed');
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(1);
  log.error({ err: full() }, 'A write failed');
  expect(lines).toHaveLength(2);
});

test('lines that differ in message, level, or error are never omitted, nor are lines without an error', () => {
  const { lines, log } = openLog();
  log.error({ err: full() }, 'A write failed');
  log.error({ err: full() }, 'A read failed');
  log.warn({ err: full() }, 'A write failed');
  log.error({ err: new Error('The disk is away.') }, 'A write failed');
  for (let index = 0; index < 3; index += 1) log.info('A request');
  expect(lines).toHaveLength(7);
});

test("failures of very many kinds don't take more memory, and are all written", () => {
  const { lines, log } = openLog();
  for (let index = 0; index < 300; index += 1)
    log.error({ err: new Error(`Row ${index}`) }, 'A write failed');
  expect(lines).toHaveLength(300);
  expect(vi.getTimerCount()).toBe(100);
});
