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

test('a usable store is created, and no store is needed', async () => {
  const file = path.join(folder, 'limits.db');
  await checkRateLimitStore(`file:${file}`);
  expect(existsSync(file)).toBe(true);
  await checkRateLimitStore('');
});

test('an unusable store stops the start with the name of the variable', async () => {
  mkdirSync(path.join(folder, 'directory.db'));
  writeFileSync(path.join(folder, 'text.db'), 'This is some text, and no database at all. '.repeat(50));
  for (const file of ['missing/limits.db', 'directory.db', 'text.db'])
    await expect(checkRateLimitStore(`file:${path.join(folder, file)}`), file).rejects.toMatchObject({
      name: 'Stop',
      message: expect.stringContaining('RATE_LIMIT_STORE'),
    });
});
