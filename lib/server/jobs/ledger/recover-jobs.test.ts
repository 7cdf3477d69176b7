import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { workflowLimits } from '@/lib/config/limits';
import { inProcess } from '@/lib/engine/text-worker';
import {
  type Attempt,
  type Interruption,
  type Job,
  Prisma,
  type StepPrompt,
} from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';
import { onPostgres } from '@/testing/test-database';
import { insertPrompts } from './step-prompts';

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

const interruptions = () =>
  system.rows<Interruption>(Prisma.sql`SELECT * FROM "Interruption" ORDER BY "jobId", "epoch"`);

test('a crash between two calls is noted: when the job was seen last, found, and continued', async () => {
  const real = inProcess.render;
  const render = vi.spyOn(inProcess, 'render');
  // The process never gets to the call of this step.
  render.mockImplementation((sources, ...more) =>
    sources.includes('hangs') ? new Promise(() => {}) : real(sources, ...more),
  );
  const hanging = { id: 'b', task: 'generation', model: 'sandbox/fast', input: 'hangs' };
  await system.enqueue(0, { steps: [...steps, hanging] });
  await system.pass(1_000);
  system.process.gate.open();
  await system.pass(1_000);
  const [call] = await system.rows<Attempt>(Prisma.sql`SELECT * FROM "Attempt"`);
  expect(call?.outcome).toBe('ANSWERED');
  await system.pass(5_000);
  system.crash('dead');
  await system.pass(60_000);
  render.mockRestore();
  const foundAt = system.clock.now();
  await system.start();
  await system.finish();
  const [{ finishedAt: lastSign } = { finishedAt: null }] = await system.rows<{ finishedAt: Date | null }>(
    Prisma.sql`SELECT "finishedAt" FROM "JobStep" WHERE "stepId" = 'a'`,
  );
  const [noted, ...more] = await interruptions();
  expect(more).toEqual([]);
  expect(noted).toMatchObject({ foundAt: new Date(foundAt), resumedAt: new Date(foundAt) });
  // PostgreSQL has heartbeats, by the clock of the database.
  if (!onPostgres) expect(noted?.lostAt).toEqual(lastSign);
  expect((await jobs())[0]?.status).toBe('COMPLETED');
});

test("a returned job is noted as such, and a job that waits for its provider isn't", async () => {
  const of = (model: string) => ({ steps: [{ id: 'a', task: 'generation', model: `sandbox/${model}` }] });
  const { id: parked } = await system.enqueue(0, of('limited'));
  system.process.gate.open();
  await system.pass(1);
  system.process.gate.close();
  const { id: returned } = await system.enqueue(0, of('fast'));
  await system.pass(1_000);
  const lostAt = new Date(system.clock.now());
  await system.stop();
  await system.pass(3_000);
  await system.start();
  // On PostgreSQL a process that has just started may not receive signals yet: it finds the job with its first look.
  await system.pass(0);
  await system.finish();
  const noted = await interruptions();
  expect(noted.filter(({ jobId }) => jobId === parked)).toEqual([]);
  expect(noted).toEqual([
    {
      ...{ jobId: returned, epoch: 1, foundAt: null },
      ...{ lostAt, resumedAt: new Date(lostAt.getTime() + 3_000) },
    },
  ]);
});

test('messages that earlier runs of a step kept count toward its bounds', async () => {
  const { id } = await system.enqueue(0, {
    steps: [{ id: 'a', task: 'generation', model: 'sandbox/limited' }],
  });
  system.process.gate.open();
  await system.pass(1);
  const messages = (at: number) => ({ role: 'user' as const, content: `${at}`, ending: null, bytes: 2 });
  await system.base.db.write((tx) => tx.stepPrompt.deleteMany({ where: { jobId: id } }));
  await system.base.db.write((tx) =>
    insertPrompts(tx, [
      {
        ...{ jobId: id, position: 0, number: 1, isCut: false },
        messages: Array.from({ length: workflowLimits.prompt.messages }, (_, at) => messages(at)),
      },
    ]),
  );
  await system.finish();
  const kept = await system.rows<StepPrompt>(Prisma.sql`SELECT * FROM "StepPrompt" ORDER BY "number"`);
  expect(kept.map(({ number, isCut }) => [number, isCut])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(kept[1]?.messages).toBe('[]');
});
