import client from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { models } from '@/lib/config/models';
import { openCatalog } from '@/lib/engine/models/catalog';
import type { Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { afterCommit } from '@/lib/server/database/after-commit';
import { notFound } from '@/lib/server/errors';
import { logRecordedJobs } from '@/lib/server/jobs/worker/log-recorded-jobs';
import { openLogger } from '@/lib/server/logging/open-logger';
import { jobCounts, writeLoad } from '@/lib/server/runtime/runtime';
import { type DailyModelUsage, Prisma } from '@/prisma/generated/prisma/client';
import { observeJobs } from '@/server/monitoring/job-metrics';
import { JobSystem } from '@/testing/engine/job-system';

let system: JobSystem;
let register: client.Registry;
let lines: Record<string, unknown>[];
beforeEach(async () => {
  lines = [];
  register = new client.Registry();
  observeJobs([register]);
  system = await JobSystem.open(['plan_basic', 'plan_pro']);
  const logger = openLogger('debug', { write: (line) => lines.push(JSON.parse(line)) });
  system.base.onRecorded = logRecordedJobs(logger, openCatalog(models), jobCounts);
  await system.start();
});
afterEach(() => system.close());

const step = (id: string, model: string) => ({ id, task: 'generation', model: `sandbox/${model}` });
const lineOf = (jobId: string) => lines.find((line) => line.msg === 'Job ended' && line.jobId === jobId);
const callsOf = (jobId: string) =>
  lines.filter((line) => line.msg === 'Model call ended' && line.jobId === jobId);

/** The value of a series, all others of its family left aside. */
async function metric(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const family = name.replace(/_(sum|count)$/, '');
  const values = (await register.getSingleMetric(family)?.get())?.values ?? [];
  return values.find(
    (value) =>
      ((value as { metricName?: string }).metricName ?? name) === name &&
      Object.entries(labels).every(([label, wanted]) => value.labels[label] === wanted),
  )?.value;
}

test('the log says of a slow job whether it waited in its line, for its provider, or for a retry', async () => {
  const slow = await system.enqueue(0, { steps: [step('a', 'fast')] });
  await system.settle();
  await system.pass(4_000);
  system.process.gate.open();
  await system.settle();
  expect(lineOf(slow.id)).toMatchObject({
    ...{ level: 'info', outcome: 'COMPLETED', ms: 4_000 },
    ...{ queueMs: 0, providerMs: 4_000, retryMs: 0, ownMs: 0, attempts: 1 },
  });
  const limited = await system.enqueue(0, { steps: [step('a', 'limited')] });
  await system.settle();
  await system.pass(60_000);
  expect(lineOf(limited.id)).toMatchObject({ ms: 60_000, providerMs: 0, retryMs: 60_000, attempts: 2 });
  expect(callsOf(limited.id)).toMatchObject([
    { attempt: 1, outcome: 'FAILED', code: 'PROVIDER_RATE_LIMITED', httpStatus: 429, ms: 0 },
    { attempt: 2, outcome: 'ANSWERED' },
  ]);
  const queued = await heldInItsLine();
  expect(lineOf(queued)).toMatchObject({ ms: 3_000, queueMs: 3_000, providerMs: 0, retryMs: 0, ownMs: 0 });
  expect(await metric('job_queue_seconds_sum')).toBe(3);
  expect(await metric('job_retry_seconds_sum')).toBe(60);
  expect(await metric('model_retries_total', { provider: 'sandbox' })).toBe(1);
});

/** @returns a job that waited for three seconds because its account's plan had no room */
async function heldInItsLine(): Promise<string> {
  const { gate } = system.process;
  gate.close();
  const before = Array.from({ length: await system.allowed(0) }, () =>
    system.enqueue(0, { steps: [step('a', 'fast')] }),
  );
  await Promise.all(before);
  const { id } = await system.enqueue(0, { steps: [step('a', 'fast')] });
  await system.settle();
  await system.pass(3_000);
  gate.open();
  await system.settle();
  return id;
}

test('calls, tokens and costs of log, metrics and daily roll-up are the same, also of a job that was deleted or lost', async () => {
  system.process.gate.open();
  const ended = [
    await system.enqueue(0, { steps: [step('a', 'fast'), step('b', 'quality')] }),
    await system.enqueue(1, { steps: [step('a', 'flaky')] }),
    await system.enqueue(1, { steps: [step('a', 'down')] }),
  ];
  await system.settle();
  await system.pass(1_000);
  await system.delete(0, ended[0]?.id ?? '');
  system.process.gate.close();
  const lost = await system.enqueue(1, { steps: [step('a', 'fast')] });
  await system.settle();
  system.crash('dead');
  await system.start();
  await system.finish();
  expect(lineOf(lost.id)).toMatchObject({ outcome: 'COMPLETED' });
  expect(lineOf(ended[2]?.id ?? '')).toMatchObject({ outcome: 'FAILED', code: 'PROVIDER_AUTH_FAILED' });

  const calls = lines.filter((line) => line.msg === 'Model call ended');
  expect(calls.filter(({ outcome }) => outcome === 'LOST')).toMatchObject([{ jobId: lost.id }]);
  const counted = (await register.getSingleMetric('model_calls_total')?.get())?.values ?? [];
  expect(counted.reduce((all, { value }) => all + value, 0)).toBe(calls.length);
  const sum = (of: string) => calls.reduce((total, line) => total + Number(line[of]), 0);
  const days = await system.rows<DailyModelUsage>(Prisma.sql`SELECT * FROM "DailyModelUsage"`);
  const total = (of: (row: DailyModelUsage) => bigint) => days.reduce((all, row) => all + Number(of(row)), 0);
  expect(sum('costUsd')).toBeGreaterThan(0);
  expect(total((row) => row.costNanos) / 1e9).toBeCloseTo(sum('costUsd'), 9);
  expect(total((row) => row.outputTokens)).toBe(sum('tokensOut'));
  expect(days.every(({ day }) => day === new Date(system.clock.now()).toISOString().slice(0, 10))).toBe(true);
  const cost = (await register.getSingleMetric('model_cost_dollars_total')?.get())?.values ?? [];
  expect(cost.reduce((all, { value }) => all + value, 0)).toBeCloseTo(sum('costUsd'), 9);
  expect(await metric('jobs_ended_total', { status: 'FAILED', code: 'PROVIDER_AUTH_FAILED' })).toBe(1);
});

test('a change that is rolled back is neither logged nor counted, and a failing log fails no write', async () => {
  const { db } = system.base;
  const told: string[] = [];
  await expect(
    db.write(async (tx) => {
      afterCommit(tx, () => told.push('rolled back'));
      throw new Error('of the test');
    }),
  ).rejects.toThrow('of the test');
  const results: string[] = [];
  writeLoad.onEnd = (result) => results.push(result);
  await db.writeRows(async (tx) => {
    afterCommit(tx, () => {
      throw new Error('The disk of the log is full.');
    });
    afterCommit(tx, () => told.push('committed'));
  });
  await expect(
    writeAs(system.base, system.viewers[0] as Viewer, 'write', async () => {
      throw notFound('Job');
    }),
  ).rejects.toThrow();
  expect([told, results]).toEqual([['committed'], ['committed', 'refused']]);
});

test("no log line of a job contains its caller's text, and a model name that the catalog lacks isn't used as a label", () => {
  const watch = logRecordedJobs(
    openLogger('debug', { write: (line) => lines.push(JSON.parse(line)) }),
    openCatalog([]),
    jobCounts,
  );
  const call = {
    ...{ position: 0, number: 1, model: 'openai/ada@example.com', outcome: 'FAILED' as const },
    ...{ code: 'MODEL_NOT_FOUND', message: 'ada@example.com is no model.', status: 404, retryAt: null },
    ...{ failureKind: 'unknown_model' as const, isRetry: false },
    usage: { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 },
    ...{ estimated: false, costNanos: 0, connectMs: null, firstTokenMs: null, milliseconds: 3 },
  };
  lines.length = 0;
  watch([{ id: 'job_1', accountId: 'acc_1', calls: [call], end: null }]);
  expect(lines).toEqual([
    {
      ...{ level: 'info', time: expect.any(String), msg: 'Model call ended' },
      ...{ jobId: 'job_1', accountId: 'acc_1', step: 1, attempt: 1, model: 'openai/other' },
      ...{ outcome: 'FAILED', code: 'MODEL_NOT_FOUND', httpStatus: 404, ms: 3 },
      ...{ tokensIn: 0, tokensOut: 0, costUsd: 0 },
    },
  ]);
});
