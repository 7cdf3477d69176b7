import { afterEach, beforeEach, expect, test } from 'vitest';
import { JobClocks } from '@/lib/server/jobs/worker/job-clocks';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';
import { rememberParkedJobs, resumeParkedJobs } from './job-recovery';

const MINUTE = 60_000;
let system: JobSystem;
let clocks: JobClocks;
let id: string;
beforeEach(async () => {
  system = await JobSystem.open(['plan_basic']);
  await system.start();
  system.process.gate.open();
  const job = await system.enqueue(0, {
    steps: [{ id: 'a', task: 'generation', model: 'sandbox/limited' }],
  });
  await system.settle();
  [id, clocks] = [job.id, new JobClocks(system.clock)];
  await rememberParkedJobs(system.process.ctx, clocks);
  system.clock.moveTo(system.clock.now() + MINUTE);
  expect(clocks.due()).toHaveLength(1);
});
afterEach(() => system.close());

const resumeDue = () => resumeParkedJobs(system.process.ctx, system.process.runtime.worker.writer, clocks);
const queueStateOf = async () =>
  (await system.rows<Job>(Prisma.sql`SELECT * FROM "Job" WHERE "id" = ${id}`))[0]?.queueState;

test('a parked job whose moment has come continues', async () => {
  await resumeDue();
  expect(await queueStateOf()).toBe('DISPATCHED');
  expect(clocks.due()).toEqual([]);
});

test('the clock of a job that ends while it is parked is forgotten', async () => {
  await system.cancel(0, id);
  await resumeDue();
  expect(clocks.due()).toEqual([]);
});

test('a job that another process has parked for longer stays parked', async () => {
  const parkedUntil = new Date(system.clock.now() + MINUTE);
  await system.base.db.write((tx) => tx.job.update({ where: { id }, data: { parkedUntil } }));
  await resumeDue();
  expect(await queueStateOf()).toBe('PARKED');
  expect(clocks.due()).toEqual([]);
});
