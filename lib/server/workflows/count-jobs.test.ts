import { afterEach, beforeEach, expect, test } from 'vitest';
import { countJobs } from '@/lib/server/workflows/count-jobs';
import { JobSystem } from '@/testing/engine/job-system';

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_basic']);
  await system.start();
});
afterEach(() => system.close());

const enqueue = (model: string) =>
  system.enqueue(0, { steps: [{ id: 'a', task: 'generation', model: `sandbox/${model}` }] });

test('open jobs are counted by where they are, with the age of the oldest in line', async () => {
  expect(await countJobs(system.base.db.rows)).toEqual({ waiting: 0, running: 0, parked: 0, oldestAt: null });
  await enqueue('limited');
  await system.settle();
  system.process.gate.letPass(0);
  await system.settle();
  for (let running = 0; running < (await system.allowed(0)); running += 1) await enqueue('fast');
  const first = await enqueue('fast');
  await system.pass(1_000);
  await enqueue('fast');
  expect(await countJobs(system.base.db.rows)).toEqual({
    ...{ waiting: 2, running: await system.allowed(0), parked: 1 },
    oldestAt: first.createdAt.getTime(),
  });
});
