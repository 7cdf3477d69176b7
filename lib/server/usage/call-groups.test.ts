import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { models } from '@/lib/config/models';
import { openCatalog } from '@/lib/engine/models/catalog';
import type { SqlReader } from '@/lib/server/database/database';
import { boundsOf, callGroups } from '@/lib/server/usage/call-groups';
import { endedJob } from '@/testing/job-rows';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld } from '@/testing/test-world';

const JOBS = 600;

let server: TestServer;
let accountId: string;
/** Reads the database, and counts its statements. */
let rows: SqlReader & { mock: { calls: unknown[] } };

const range = { from: '2026-06-15', to: '2026-06-15' };
const bounds = boundsOf(openCatalog(models), TEST_NOW.getTime());
const plenty = { jobs: 10_000, groups: 10_000 };

beforeAll(async () => {
  server = await openTestServer();
  const { users } = await createTestWorld(server.context);
  accountId = users.developer.accountId;
  const ids = Array.from({ length: JOBS }, (_, index) => `job_${String(index).padStart(20, '0')}`);
  const none = { cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  await server.context.db.write(async (tx) => {
    await tx.job.createMany({
      data: ids.map((id, index) => ({ ...endedJob(users.developer, id), name: `Template ${index % 3}` })),
    });
    await tx.jobStep.createMany({
      data: ids.map((jobId) => ({
        ...({ jobId, position: 0, stepId: 's', task: 'generation', status: 'COMPLETED' } as const),
        ...{ fallbacks: '[]', truncated: false, attempts: 1, tokensIn: 1, tokensOut: 0, isFinal: true },
      })),
    });
    await tx.attempt.createMany({
      data: ids.map((jobId) => ({
        ...({ jobId, position: 0, number: 1, model: 'sandbox/fast', outcome: 'ANSWERED' } as const),
        ...{ ...none, inputTokens: 1, costNanos: 1n, estimated: false, startedAt: TEST_NOW },
      })),
    });
  });
  const { sql } = server.context.db;
  rows = Object.assign(vi.fn(sql), { dialect: sql.dialect }) as never;
});
afterAll(() => server.close());

const read = (most = plenty, signal?: AbortSignal) => {
  rows.mock.calls.length = 0;
  return callGroups(rows, { accountId }, range, { bounds, most, signal });
};
const statements = (table: string) =>
  rows.mock.calls.filter((call) => JSON.stringify(call).includes(`CROSS JOIN \\"${table}\\"`)).length;

test('all calls are grouped, in parts', async () => {
  const groups = await read();
  expect(groups).toHaveLength(3);
  expect(groups).toEqual([1, 2, 3].map(() => expect.objectContaining({ calls: JOBS / 3 })));
  expect(statements('Attempt')).toBe(3);
});

test('too many jobs are refused before a call is read, and the most that are allowed can be read', async () => {
  expect(await read({ ...plenty, jobs: JOBS - 1 })).toBe('JOBS');
  expect(statements('Attempt')).toBe(0);
  expect(await read({ ...plenty, jobs: JOBS })).toHaveLength(3);
});

test('too many groups are refused as soon as there are so many', async () => {
  expect(await read({ ...plenty, groups: 2 })).toBe('GROUPS');
  expect(statements('Attempt')).toBe(1);
});

test('nothing more is read once the caller has left', async () => {
  const control = new AbortController();
  const left = new Error('The caller has left.');
  const reading = read(plenty, control.signal);
  control.abort(left);
  await expect(reading).rejects.toBe(left);
  const sent = rows.mock.calls.length;
  await nextTurn();
  expect(rows.mock.calls.length).toBe(sent);
});
