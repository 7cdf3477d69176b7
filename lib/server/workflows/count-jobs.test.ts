import { afterEach, beforeEach, expect, test } from 'vitest';
import { countJobs } from '@/lib/server/workflows/count-jobs';
import { JobSystem } from '@/testing/engine/job-system';
import { onPostgres } from '@/testing/test-database';

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_basic']);
  await system.start();
});
afterEach(() => system.close());

const enqueue = (model: string) =>
  system.enqueue(0, { steps: [{ id: 'a', task: 'generation', model: `sandbox/${model}` }] });

const counts = async () => (await countJobs(system.base.db.sql)).jobs;

test('open jobs are counted by where they are', async () => {
  expect(await counts()).toEqual({ queued: 0, dispatched: 0, running: 0, parked: 0 });
  await enqueue('limited');
  await system.settle();
  system.process.gate.letPass(0);
  await system.settle();
  const running = await system.allowed(0);
  for (let begun = 0; begun < running; begun += 1) await enqueue('fast');
  for (let queued = 0; queued < 2; queued += 1) await enqueue('fast');
  await system.settle();
  expect(await counts()).toEqual({ queued: 2, dispatched: 0, running, parked: 1 });
  expect((await countJobs(system.base.db.sql)).oldestAt).toBeNull();
});

test.runIf(onPostgres)(
  'a job that no process has taken is dispatched, and not running, and has its age',
  async () => {
    await system.stop();
    await system.start({ runsJobs: false });
    const { createdAt } = await enqueue('fast');
    expect(await counts()).toEqual({ queued: 0, dispatched: 1, running: 0, parked: 0 });
    expect((await countJobs(system.base.db.sql)).oldestAt).toBe(createdAt.getTime());
  },
);
