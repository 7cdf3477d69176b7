import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorViewer } from '@/lib/server/auth/viewer';
import type { SqlReader } from '@/lib/server/database/database';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { Prisma } from '@/prisma/generated/prisma/client';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';
import { ContentBudget } from './content-budget';
import { readJobViews } from './job-view';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

const budget = new ContentBudget();
const steps = [{ id: 'a', task: 'generation' }];

/** A completed job, as it is read. */
async function readCompleted(rows: SqlReader = server.context.db.sql) {
  const viewer = operatorViewer(world.users.developer);
  const { id, status } = await orchestrate(server.context, viewer, { input: 'The arm stops.', steps }, {});
  expect(status).toBe('COMPLETED');
  const [job] = await readJobViews(rows, Prisma.sql`"id" = ${id}`);
  if (!job) throw new Error(`${id} is gone.`);
  return job;
}

test('a completed job that is deleted before its result is read has no result, rather than an empty one', async () => {
  const job = await readCompleted();
  await server.context.db.write((tx) => tx.job.delete({ where: { id: job.id } }));
  expect(await job.result(budget)).toBeNull();
  expect(await job.steps()).toEqual([]);
});

test('a failed read of steps, result, or outputs is retried for the next request', async () => {
  const { sql: rows } = server.context.db;
  let failing = false;
  const mayFail = async <Row>(query: Prisma.Sql): Promise<Row[]> => {
    if (failing) throw new Error('The database is locked.');
    return rows<Row>(query);
  };
  const job = await readCompleted(Object.assign(mayFail, { dialect: rows.dialect }));
  const output = async () => (await job.steps())[0]?.output(budget);
  failing = true;
  await expect(job.result(budget)).rejects.toThrow('locked');
  await expect(job.steps()).rejects.toThrow('locked');
  failing = false;
  const result = await job.result(budget);
  expect(result).toMatchObject({ text: expect.any(String) });
  await job.steps();
  failing = true;
  await expect(output()).rejects.toThrow('locked');
  failing = false;
  expect(await output()).toEqual(result);
  expect(await job.result(budget)).toEqual(result);
});

/** A completed job is made one under way whose step has made these attempts. */
async function readRunning(
  attempts: readonly Partial<Prisma.AttemptCreateManyInput>[],
  change: object = {},
  ofStep = change,
) {
  const { id: jobId } = await readCompleted();
  await server.context.db.write(async (tx) => {
    await tx.attempt.deleteMany({ where: { jobId } });
    await tx.attempt.createMany({
      data: attempts.map((attempt, index) => ({ ...ended, jobId, number: index + 1, ...attempt })),
    });
    await tx.jobStep.updateMany({ where: { jobId }, data: { status: 'RUNNING', ...ofStep } });
    await tx.job.update({ where: { id: jobId }, data: { status: 'RUNNING', ...change } });
  });
  const [job] = await readJobViews(server.context.db.sql, Prisma.sql`"id" = ${jobId}`);
  const [step] = (await job?.steps()) ?? [];
  return { job, step };
}

const ended = {
  ...({ position: 0, model: 'sandbox/fast', outcome: 'FAILED', code: 'PROVIDER_UNAVAILABLE' } as const),
  ...{ inputTokens: 100, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 10, reasoningTokens: 0 },
  ...{ estimated: false, costNanos: 5_000n, startedAt: new Date() },
};
const underWay = {
  ...({ outcome: 'RUNNING', code: null, estimated: true } as const),
  ...{ outputTokens: 900, costNanos: 90_000n },
};

test('the estimate of a call under way is in no sum, so that no sum gets smaller', async () => {
  const { job, step } = await readRunning([{}, underWay]);
  const sums = { attempts: 2, tokensIn: 100, tokensOut: 10, costNanos: 5_000 };
  expect([job, step]).toMatchObject([sums, sums]);
  const unpriced = await readRunning([{}, { ...underWay, costNanos: null }]);
  expect(unpriced.job).toMatchObject(sums);
  const unknown = await readRunning([{ costNanos: null }, underWay]);
  expect(unknown.job).toMatchObject({ ...sums, costNanos: null });
});

test('a step waits until the time of its next call, and no longer once that has begun', async () => {
  const retryAt = new Date('2026-06-10T12:00:10Z');
  expect((await readRunning([{ retryAt }])).step).toMatchObject({ waitingUntil: retryAt });
  expect((await readRunning([{ retryAt }, underWay])).step).toMatchObject({ waitingUntil: null });
});

test.each([
  ['each model can only fail again', ['PROVIDER_AUTH_FAILED', 'MODEL_REFUSED'], 'FALLBACKS_EXHAUSTED', false],
  [
    'one may work the next time',
    ['PROVIDER_AUTH_FAILED', 'PROVIDER_RATE_LIMITED'],
    'FALLBACKS_EXHAUSTED',
    true,
  ],
  ['those of steps that failed otherwise count for none', ['PROVIDER_RATE_LIMITED'], 'STEP_TIMEOUT', false],
])(
  'if no fallback works, the error is retryable as its causes are: %s',
  async (_case, codes, ofStep, retryable) => {
    const error = { errorCode: 'FALLBACKS_EXHAUSTED', errorMessage: 'None.', errorStepId: 'a' };
    // Only the last failure of the first model counts.
    const failed = ['PROVIDER_UNAVAILABLE', ...codes].map((code, index) => ({
      code,
      model: index < 2 ? 'sandbox/down' : 'sandbox/flaky',
    }));
    const { job } = await readRunning(failed, error, { ...error, errorCode: ofStep });
    expect(await job?.error?.isRetryable()).toBe(retryable);
  },
);
