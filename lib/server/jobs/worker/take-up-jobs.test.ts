import { afterEach, beforeEach, expect, test } from 'vitest';
import { JobClocks } from '@/lib/server/jobs/worker/job-clocks';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';
import { rememberParkedJobs, takeUpParkedJobs } from './take-up-jobs';

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

const takeUp = () => takeUpParkedJobs(system.process.ctx, system.process.runtime.store, clocks);
const turnOf = async () =>
  (await system.rows<Job>(Prisma.sql`SELECT * FROM "Job" WHERE "id" = ${id}`))[0]?.turn;

test('a parked job whose moment has come goes on', async () => {
  await takeUp();
  expect(await turnOf()).toBe('DISPATCHED');
  expect(clocks.due()).toEqual([]);
});

test('the clock of a job that ends while it is parked is forgotten', async () => {
  await system.cancel(0, id);
  await takeUp();
  expect(clocks.due()).toEqual([]);
});

test('a job that another process has parked for longer stays parked', async () => {
  const parkedUntil = new Date(system.clock.now() + MINUTE);
  await system.base.db.write((tx) => tx.job.update({ where: { id }, data: { parkedUntil } }));
  await takeUp();
  expect(await turnOf()).toBe('PARKED');
  expect(clocks.due()).toEqual([]);
});
