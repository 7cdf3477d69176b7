import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { readEnvironment } from '@/lib/config/environment';
import { readCatalog } from './read-catalog';
import { runtime } from './runtime';
import { startRuntime } from './start-runtime';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-runtime-'));
});
afterEach(() => {
  delete runtime.api;
  rmSync(folder, { recursive: true });
});

test('closing writes what is in memory only', async () => {
  const file = path.join(folder, 'test.db');
  copyFileSync(inject('emptyDatabase'), file);
  const { close } = startRuntime(readEnvironment({ DATABASE_URL: `file:${file}` }), readCatalog(''));
  await close();
  expect(existsSync(`${file}-wal`)).toBe(false);
});
