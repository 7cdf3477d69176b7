import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Attempt,
  type Execution,
  type Job,
  type JobStep,
  Prisma,
} from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';

const DAY = 86_400_000;
/** The wait (ms) that the model `limited` asks for. */
const ASKED = 60_000;

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_basic']);
  await system.start();
  system.process.gate.open();
});
afterEach(() => system.close());

async function park(): Promise<string> {
  const steps = [{ id: 'a', task: 'generation', model: 'sandbox/limited' }];
  const { id } = await system.enqueue(0, { steps });
  await system.settle();
  expect(await turnOf(id)).toBe('PARKED');
  return id;
}

async function turnOf(id: string) {
  const [job] = await system.rows<Job>(Prisma.sql`SELECT * FROM "Job" WHERE "id" = ${id}`);
  return job?.queueState;
}

/** No duration that is stored or shown is negative. */
async function expectDurations() {
  const [jobs, steps] = [
    await system.rows<Job>(Prisma.sql`SELECT * FROM "Job"`),
    await system.rows<JobStep>(Prisma.sql`SELECT * FROM "JobStep"`),
  ];
  for (const { createdAt, startedAt, finishedAt } of [
    ...jobs,
    ...steps.map((step) => ({ ...step, createdAt: null })),
  ]) {
    const moments = [createdAt, startedAt, finishedAt].flatMap((moment) => moment?.getTime() ?? []);
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  }
  for (const { milliseconds } of await system.rows<Attempt>(Prisma.sql`SELECT * FROM "Attempt"`))
    expect(milliseconds).toBeGreaterThanOrEqual(0);
  for (const { latencyMs } of await system.rows<Execution>(Prisma.sql`SELECT * FROM "Execution"`))
    expect(latencyMs).toBeGreaterThanOrEqual(0);
}

describe.each([
  ['set back', -DAY],
  ['set forwards', DAY],
])('on a clock that is %s by a day', (_, jump) => {
  test('a parked job continues after the requested time, neither earlier nor later', async () => {
    const id = await park();
    await system.pass(20_000);
    system.clock.jump(jump);
    await system.pass(ASKED - 20_001);
    expect([await turnOf(id), system.calls.length]).toEqual(['PARKED', 1]);
    await system.pass(1);
    expect([await turnOf(id), system.calls.length]).toEqual(['ENDED', 2]);
    const [job] = await system.rows<Job>(Prisma.sql`SELECT * FROM "Job"`);
    expect((job?.finishedAt?.getTime() ?? 0) - (job?.startedAt?.getTime() ?? 0)).toBe(ASKED);
    await expectDurations();
  });

  test('a job that ends without a worker ends no earlier than it began', async () => {
    const id = await park();
    system.clock.jump(jump);
    await system.cancel(0, id);
    await system.settle();
    expect(await turnOf(id)).toBe('ENDED');
    await expectDurations();
  });

  test('a job that was accepted before starts no earlier than it was accepted', async () => {
    await system.stop();
    await system.start({ runsJobs: false });
    const { id } = await system.enqueue(0, {
      steps: [{ id: 'a', task: 'generation', model: 'sandbox/fast' }],
    });
    system.clock.jump(jump);
    await system.stop();
    await system.start();
    await system.finish();
    expect(await turnOf(id)).toBe('ENDED');
    await expectDurations();
  });
});

test('a process that starts on a clock that was set back waits no longer for a parked job than was asked for', async () => {
  const id = await park();
  await system.pass(20_000);
  await system.stop();
  system.clock.jump(-DAY);
  await system.start();
  system.process.gate.open();
  await system.pass(ASKED - 1);
  expect([await turnOf(id), system.calls.length]).toEqual(['PARKED', 1]);
  await system.pass(1);
  expect([await turnOf(id), system.calls.length]).toEqual(['ENDED', 2]);
  await expectDurations();
});
