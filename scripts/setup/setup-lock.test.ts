import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processStart } from './running-process.mjs';
import { withSetupLock } from './setup-lock.mjs';

// Not every system knows when a process started.
const start = processStart(process.pid);

let directory: string;
let lock: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'switchyard-run-'));
  lock = path.join(directory, 'setup.lock');
  // A process that waits for the lock prints a line.
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true });
});

test.each([
  ['is empty, and has been for a while', ''],
  ['holds anything', '\n'],
  ['names a process that is gone', '999999999 1'],
  ...(start ? [['names the number of a process that another one has by now', `${process.pid} 1`]] : []),
])('a lock that %s is taken over, and gone after the work', async (_what, text) => {
  writeFileSync(lock, text);
  utimesSync(lock, 0, 0);
  expect(await withSetupLock(async () => existsSync(lock), directory)).toBe(true);
  expect(existsSync(lock)).toBe(false);
});

test.each([
  ['has just been made and is still empty', ''],
  ['names a process that runs', `${process.ppid} ${processStart(process.ppid) ?? ''}`],
  ['names one whose start nobody knows', String(process.ppid)],
])('a lock that %s is waited for', async (_what, text) => {
  writeFileSync(lock, text);
  let held = true;
  const work = withSetupLock(async () => held, directory);
  await new Promise(setImmediate);
  expect(existsSync(lock)).toBe(true);
  rmSync(lock);
  held = false;
  expect(await work).toBe(false);
});

test('two pieces of work are done one after the other', async () => {
  const done: string[] = [];
  const work = (name: string) =>
    withSetupLock(async () => {
      done.push(`${name} begins`);
      await new Promise(setImmediate);
      done.push(`${name} ends`);
    }, directory);
  await Promise.all([work('one'), work('two')]);
  expect(done.map((step) => step.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends']);
});
