import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inProcess } from '@/lib/engine/expressions/text-worker';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_basic']);
  await system.start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await system.close();
});

const steps = [{ id: 'a', task: 'generation', model: 'sandbox/fast' }];

const jobs = () => system.rows<Job>(Prisma.sql`SELECT * FROM "Job" ORDER BY "createdAt"`);

test('a job that crashes its process before its first call fails in the end; waiting jobs run', async () => {
  const render = vi.spyOn(inProcess, 'render');
  // The process never finishes this step.
  render.mockImplementation(() => new Promise(() => {}));
  for (let count = 0; count < 3; count += 1) {
    await system.enqueue(0, { steps });
    await system.pass(1);
  }
  for (let count = 0; count < 8; count += 1) {
    system.crash('dead');
    await system.start();
    await system.settle();
  }
  const [first, , last] = await jobs();
  expect(first).toMatchObject({ status: 'FAILED', errorCode: 'WORKER_LOST', errorStepId: 'a', attempts: 0 });
  expect(last).toMatchObject({ status: 'QUEUED', crashCount: 0 });
  render.mockRestore();
  system.crash('dead');
  await system.start();
  await system.finish();
  expect((await jobs()).map(({ status }) => status)).toEqual(['FAILED', 'COMPLETED', 'COMPLETED']);
});
