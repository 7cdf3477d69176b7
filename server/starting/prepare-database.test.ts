import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, test, vi } from 'vitest';
import { readEnvironment } from '@/lib/config/environment';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { Stop } from '@/scripts/console/stop.mjs';
import { prepareDatabase } from './prepare-database';

vi.mock('@/prisma/seed', () => ({
  seedDatabase: () => Promise.reject(new DatabaseUnavailable('locked')),
}));

test('a database that another process holds while it is filled stops the start with a sentence', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-prepare-'));
  try {
    const file = path.join(folder, 'test.db');
    copyFileSync(inject('emptyDatabase'), file);
    const failure = await prepareDatabase(readEnvironment({ DATABASE_URL: `file:${file}` })).catch((e) => e);
    expect(failure).toBeInstanceOf(Stop);
    expect(failure.message).toMatch(/test\.db is held by another process\. End the one/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
