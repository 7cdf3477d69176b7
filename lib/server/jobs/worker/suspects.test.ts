import { afterEach, beforeEach, expect, test } from 'vitest';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_pro', 'plan_pro']);
  await system.start();
});
afterEach(() => system.close());

const work = { steps: [{ id: 'a', task: 'generation', model: 'sandbox/fast' }] };

async function enqueued(account: number): Promise<string> {
  const { id } = await system.enqueue(account, work);
  await system.settle();
  return id;
}

async function jobOf(id: string): Promise<Job> {
  const [job] = await system.rows<Job>(Prisma.sql`SELECT * FROM "Job" WHERE "id" = ${id}`);
  if (!job) throw new Error('The job is gone.');
  return job;
}

const statuses = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await jobOf(id)).status));

async function crash(): Promise<void> {
  system.crash('dead');
  await system.start();
  await system.settle();
}

async function crashes(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await crash();
}

const runs = () => [system.callsUnderWay(0), system.callsUnderWay(1)];

test('of ten jobs, of which one takes its process down each time, that one fails and nine complete', async () => {
  const culprit = await enqueued(1);
  const innocent = [];
  for (let count = 0; count < 9; count += 1) innocent.push(await enqueued(0));
  let seen = 0;
  for (let round = 0; round < 60 && (await jobOf(culprit)).queueState !== 'ENDED'; round += 1) {
    if (system.callsUnderWay(1) > 0) {
      seen += 1;
      // The first three times, all of them run.
      expect(runs()).toEqual(seen <= 3 ? [9, 1] : [0, 1]);
      await crash();
    } else if (system.callsUnderWay(0) > 0) {
      system.process.gate.letPass(0);
      await system.settle();
    } else await system.pass(5_000);
  }
  expect(await jobOf(culprit)).toMatchObject({
    ...{ status: 'FAILED', errorCode: 'WORKER_LOST', errorStepId: 'a', attempts: 6 },
  });
  await system.finish();
  expect(await statuses(innocent)).toEqual(Array(9).fill('COMPLETED'));
});

test('of sixty jobs that run while their process is killed five times in a row, all complete and are billed once', async () => {
  const ids = [];
  for (let count = 0; count < 30; count += 1) ids.push(await enqueued(0), await enqueued(1));
  await crashes(5);
  await system.finish();
  expect(await statuses(ids)).toEqual(Array(60).fill('COMPLETED'));
  const [executions] = await system.rows<{ count: number | bigint }>(
    Prisma.sql`SELECT count(*) AS "count" FROM "Execution"`,
  );
  expect(Number(executions?.count)).toBe(60);
});

test('a suspect that is fine completes alone, and others begin once it has', async () => {
  const suspect = await enqueued(0);
  await crashes(3);
  expect((await jobOf(suspect)).crashCount).toBe(3);
  await enqueued(1);
  expect(runs()).toEqual([1, 0]);
  system.process.gate.letPass(0);
  await system.settle();
  expect(await jobOf(suspect)).toMatchObject({ status: 'COMPLETED', crashCount: 0 });
  expect(runs()).toEqual([0, 1]);
});

test("others join a slow suspect after five seconds, and a crash from then on isn't counted against it", async () => {
  const suspect = await enqueued(0);
  await crashes(3);
  const other = await enqueued(1);
  await system.pass(4_000);
  expect(runs()).toEqual([1, 0]);
  await system.pass(1_000);
  expect(runs()[1]).toBe(1);
  // Its call has taken too long to connect, and is made again.
  await system.pass(1_000);
  expect(runs()).toEqual([1, 1]);
  await crash();
  expect(await jobOf(suspect)).toMatchObject({ status: 'RUNNING', crashCount: 8 });
  expect((await jobOf(other)).crashCount).toBe(1);
  // The next time, it is alone for longer.
  expect(runs()).toEqual([1, 0]);
  await system.pass(9_000);
  expect(runs()[1]).toBe(0);
  await system.finish();
  expect(await statuses([suspect, other])).toEqual(['COMPLETED', 'COMPLETED']);
});

test("a suspect that was waiting for its turn when another suspect crashed the process isn't failed", async () => {
  const suspects = [await enqueued(0), await enqueued(1)];
  await crashes(3);
  // Accounts are recovered in any order.
  const [alone = '', waiting = ''] = runs()[0] === 1 ? suspects : suspects.toReversed();
  expect(runs().toSorted()).toEqual([0, 1]);
  await crash();
  expect([(await jobOf(alone)).crashCount, (await jobOf(waiting)).crashCount]).toEqual([4, 3]);
  await system.finish();
  expect(await statuses(suspects)).toEqual(['COMPLETED', 'COMPLETED']);
});

test('the suspects of all accounts begin before anything else that a crash has left', async () => {
  const first = await enqueued(1);
  await crashes(2);
  // Accounts are recovered in any order, so the other account's jobs mustn't keep the process busy.
  for (let count = 0; count < 3; count += 1) await enqueued(0);
  await crash();
  expect(runs()).toEqual([0, 1]);
  await system.finish();
  expect((await jobOf(first)).status).toBe('COMPLETED');
});

test('an outage of the database fails no job, however long it lasts', async () => {
  const id = await enqueued(0);
  const { writeRows } = system.process.db;
  for (let round = 0; round < 8; round += 1) {
    system.process.db.writeRows = () => Promise.reject(new DatabaseUnavailable('full'));
    system.process.gate.letPass(0);
    await system.settle();
    system.process.db.writeRows = writeRows;
    await system.pass(500);
    expect(await jobOf(id)).toMatchObject({ status: 'RUNNING', crashCount: 0 });
  }
  await system.finish();
  expect((await jobOf(id)).status).toBe('COMPLETED');
});
