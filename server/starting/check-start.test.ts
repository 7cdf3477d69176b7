import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkRateLimitStore } from './check-start';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a store that can be used is made, and none is needed', async () => {
  const file = path.join(folder, 'limits.db');
  await checkRateLimitStore(`file:${file}`);
  expect(existsSync(file)).toBe(true);
  await checkRateLimitStore('');
});

test('a store that cannot be used stops the start and says which variable is meant', async () => {
  mkdirSync(path.join(folder, 'directory.db'));
  writeFileSync(path.join(folder, 'text.db'), 'This is some text, and no database at all. '.repeat(50));
  for (const file of ['missing/limits.db', 'directory.db', 'text.db'])
    await expect(checkRateLimitStore(`file:${path.join(folder, file)}`), file).rejects.toMatchObject({
      name: 'Stop',
      message: expect.stringContaining('RATE_LIMIT_STORE'),
    });
});
