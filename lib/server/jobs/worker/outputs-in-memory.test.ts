import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';
import { says } from '@/testing/engine/behaviors';
import { JobSystem } from '@/testing/engine/job-system';

const MEBIBYTE = 1024 * 1024;
const JOBS = 10;
const STEPS = 7;

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_pro']);
  await system.start();
});
afterEach(() => system.close());

/** Bytes of the outputs of all jobs that run. */
async function outputsHeld(): Promise<number> {
  const [held] = await system.rows<{ bytes: number | bigint }>(Prisma.sql`
    SELECT coalesce(sum(octet_length("output")), 0) AS "bytes" FROM "JobStep"
    WHERE "jobId" IN (SELECT "jobId" FROM "JobStep" WHERE "status" = 'RUNNING')`);
  return Number(held?.bytes);
}

test('sequential jobs with large outputs exceed the memory bound by at most one output each, and all complete', async () => {
  let most = 0;
  const large = says(`${'x'.repeat(MEBIBYTE - 1_000)}.`);
  system.process.provider.script.fast = [
    async function* (request, clock) {
      most = Math.max(most, await outputsHeld());
      yield* large(request, clock);
    },
  ];
  const steps = Array.from({ length: STEPS }, (_, index) => ({
    ...{ id: `s${index}`, task: 'generation', model: 'sandbox/fast', input: 'Go.' },
  }));
  await Promise.all(Array.from({ length: JOBS }, () => system.enqueue(0, { mode: 'SEQUENTIAL', steps })));
  await system.finish();
  const jobs = await system.rows<Job>(Prisma.sql`SELECT * FROM "Job"`);
  expect(jobs.map(({ status, attempts }) => [status, attempts])).toEqual(
    Array.from({ length: JOBS }, () => ['COMPLETED', STEPS]),
  );
  expect(most).toBeGreaterThan(16 * MEBIBYTE);
  expect(most).toBeLessThanOrEqual((32 + JOBS) * MEBIBYTE);
  // Each was returned a few times at most, not after each step. Both its return and its next dispatch grow the epoch.
  for (const { epoch } of jobs) expect(epoch).toBeLessThanOrEqual(9);
});
