import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { register } from '@/instrumentation';
import { readEnvironment } from '@/lib/config/environment';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { logger } from '@/lib/server/logging/logger';
import { apiRuntime, runtime } from '@/lib/server/runtime/runtime';
import { readCatalog } from '@/lib/server/starting/read-catalog';
import { startRuntime } from '@/lib/server/starting/start-runtime';

// Read again by each test, whose variables differ.
vi.mock('@/lib/server/runtime/environment', () => ({
  get environment() {
    return readEnvironment(process.env);
  },
}));

const log = vi.spyOn(logger, 'error').mockReturnValue(undefined);
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-runtime-'));
  file = path.join(folder, 'test.db');
  vi.stubEnv('NEXT_RUNTIME', 'nodejs');
  vi.stubEnv('DATABASE_URL', `file:${file}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  log.mockClear();
  await runtime.api?.close();
  delete runtime.api;
  rmSync(folder, { recursive: true });
});
const makeDatabase = () => copyFileSync(inject('emptyDatabase'), file);
const logged = () => log.mock.calls.map(([line]) => line);

test("the runtime that the server in front has started isn't started again", async () => {
  makeDatabase();
  const api = startRuntime(readEnvironment(process.env), readCatalog(''));
  await register();
  expect(runtime.api).toBe(api);
  expect(startRuntime(readEnvironment({}), readCatalog(''))).toBe(api);
});

test('nothing is started while the site is built', async () => {
  makeDatabase();
  vi.stubEnv('NEXT_PHASE', 'phase-production-build');
  await register();
  vi.stubEnv('NEXT_PHASE', '');
  vi.stubEnv('NEXT_RUNTIME', 'edge');
  await register();
  expect(runtime.api).toBeUndefined();
});

test.each([
  ['development', 'npm run dev'],
  ['production', 'npm start'],
])(
  'in %s a missing or unmigrated database is reported with the command that creates it',
  async (mode, command) => {
    vi.stubEnv('NODE_ENV', mode);
    await register();
    expect(existsSync(file)).toBe(false);
    new Sqlite(file).close();
    await register();
    expect(logged()).toEqual([
      `The database ${file} is missing. Run ${command}, which makes it.`,
      `The database ${file} lacks migrations. Run ${command}, which migrates it.`,
    ]);
    expect(apiRuntime).toThrow(DatabaseUnavailable);
  },
);

// The last, since the modules it loads again are other copies than those above.
test('Next on its own starts the runtime once, and hot reload, which registers again, leaves it as it is', async () => {
  makeDatabase();
  await register();
  const { api } = runtime;
  expect(await apiRuntime().context.db.prisma.plan.count()).toBeGreaterThan(0);
  vi.resetModules();
  const { register: reloaded } = await import('@/instrumentation');
  await reloaded();
  expect(runtime.api).toBe(api);
  expect(logged()).toEqual([]);
});
