import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noChange, pendingStep, type StepState } from '@/lib/engine/run/run-store';
import { inProcess } from '@/lib/engine/text-worker';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { type Attempt, type Job, type JobStep, Prisma } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';
import { unbounded } from '@/testing/engine/memory-run-store';
import { onPostgres } from '@/testing/test-database';

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_basic', 'plan_starter']);
  await system.start();
});
afterEach(() => system.close());

const one = (model: string, more: object = {}): Omit<StartInput, 'name' | 'input'> => ({
  steps: [{ id: 'a', task: 'generation', model: `sandbox/${model}`, ...more }],
});

async function enqueued(input: Omit<StartInput, 'name' | 'input'>, account = 0): Promise<string> {
  const { id } = await system.enqueue(account, input);
  await system.settle();
  return id;
}

async function jobOf(id: string): Promise<Job> {
  const [job] = await system.rows<Job>(Prisma.sql`SELECT * FROM "Job" WHERE "id" = ${id}`);
  if (!job) throw new Error('The job is gone.');
  return job;
}

const attemptsOf = (id: string) =>
  system.rows<Attempt>(Prisma.sql`SELECT * FROM "Attempt" WHERE "jobId" = ${id} ORDER BY "number"`);

describe('canceling', () => {
  test('ends a call under way; the next job of the account starts', async () => {
    const [first] = [await enqueued(one('fast')), await enqueued(one('fast')), await enqueued(one('fast'))];
    expect(system.callsUnderWay(0)).toBe(2);
    expect(await system.cancel(0, first)).toMatchObject({ status: 'CANCELED', attempts: 1 });
    await system.settle();
    expect(system.callsUnderWay(0)).toBe(2);
  });

  test('holds for a job that is just being parked', async () => {
    const id = await enqueued(one('limited'));
    system.process.gate.letPass(0);
    expect(await system.cancel(0, id)).toMatchObject({ status: 'CANCELED' });
    await system.pass(61_000);
    expect(await attemptsOf(id)).toHaveLength(1);
  });

  test('ends a parked job at once', async () => {
    const id = await enqueued(one('limited'));
    system.process.gate.letPass(0);
    await system.settle();
    expect((await jobOf(id)).queueState).toBe('PARKED');
    expect(await system.cancel(0, id)).toMatchObject({ status: 'CANCELED', attempts: 1 });
  });

  test('holds if the process crashes before the job has ended', async () => {
    const id = await enqueued(one('fast'));
    system.process.db.crashAfterWrite();
    await expect(system.cancel(0, id)).rejects.toThrow('The process is dead.');
    system.crash('dead');
    await system.start();
    await system.settle();
    expect(await jobOf(id)).toMatchObject({ status: 'CANCELED', queueState: 'ENDED' });
    expect((await attemptsOf(id)).map(({ outcome }) => outcome)).toEqual(['LOST']);
    expect(system.callsUnderWay(0)).toBe(0);
  });

  test('holds if the process stops before the job has ended', async () => {
    const id = await enqueued(one('fast'));
    await Promise.all([system.cancel(0, id), system.stop()]);
    await system.start();
    await system.settle();
    expect(await jobOf(id)).toMatchObject({ status: 'CANCELED', queueState: 'ENDED' });
    expect(system.callsUnderWay(0)).toBe(0);
  });
});

describe('a crash', () => {
  test('is taken up: the call under way is LOST, and the job continues', async () => {
    const id = await enqueued({
      mode: 'SEQUENTIAL',
      steps: [...one('fast').steps, { ...one('fast').steps[0], id: 'b', task: 'generation' }],
    });
    system.process.gate.letPass(0);
    await system.settle();
    system.crash('dead');
    await system.start();
    await system.finish();
    expect((await jobOf(id)).status).toBe('COMPLETED');
    const attempts = await system.rows<Attempt>(
      Prisma.sql`SELECT * FROM "Attempt" WHERE "jobId" = ${id} ORDER BY "position", "number"`,
    );
    expect(attempts.map(({ position, outcome }) => [position, outcome])).toEqual([
      [0, 'ANSWERED'],
      [1, 'LOST'],
      [1, 'ANSWERED'],
    ]);
  });

  test('leaves a worker that was given up nothing to record', async () => {
    const id = await enqueued(one('fast'));
    const [old] = system.processes;
    system.crash('given up');
    await system.start();
    old?.gate.open();
    await system.settle();
    expect((await attemptsOf(id)).map(({ outcome }) => outcome)).toEqual(['LOST', 'RUNNING']);
    expect((await jobOf(id)).status).toBe('RUNNING');
  });

  test('three times alone, after three with others, fails the job as WORKER_LOST, with every call recorded', async () => {
    const id = await enqueued(one('fast'));
    for (let count = 0; count < 6; count += 1) {
      system.crash('dead');
      await system.start();
      await system.settle();
    }
    const job = await jobOf(id);
    expect(job).toMatchObject({ status: 'FAILED', errorCode: 'WORKER_LOST', errorStepId: 'a', attempts: 6 });
    expect(Number(job.costNanos)).toBeGreaterThan(0);
    expect(system.callsUnderWay(0)).toBe(0);
  });

  test("doesn't count against a job that made progress in between", async () => {
    const steps = ['a', 'b', 'c', 'd'].map((id) => ({ id, task: 'generation', model: 'sandbox/fast' }));
    const id = await enqueued({ mode: 'SEQUENTIAL', steps });
    for (const _ of steps) {
      system.crash('dead');
      await system.start();
      await system.settle();
      system.process.gate.letPass(0);
      await system.settle();
    }
    await system.finish();
    expect((await jobOf(id)).status).toBe('COMPLETED');
  });

  test("doesn't count against jobs that only waited", async () => {
    const ids = [];
    for (let count = 0; count < 3; count += 1) {
      ids.push(await enqueued(one('fast')));
      await system.pass(1);
    }
    for (let count = 0; count < 3; count += 1) {
      system.crash('dead');
      await system.start();
      await system.settle();
    }
    expect((await jobOf(ids[2] ?? '')).crashCount).toBe(0);
  });
});

test("a job whose run keeps failing is run six times, the last three alone, and isn't retried forever", async () => {
  const id = await enqueued(one('fast'));
  await system.stop();
  const job = await jobOf(id);
  // As after an update of the server that reads a stored workflow in another way.
  const workflow = job.workflow?.replace('"sandbox/fast"', '7') ?? '';
  await system.base.db.write((tx) => tx.job.update({ where: { id }, data: { workflow } }));
  await system.start();
  await system.settle();
  // Between the tries alone, others may run.
  for (let count = 0; count < 12; count += 1) await system.pass(2_500);
  expect(await jobOf(id)).toMatchObject({ status: 'FAILED', errorCode: 'WORKER_LOST' });
});

test('a stopped worker gives its jobs back at once, metered, and the next one finishes them', async () => {
  const id = await enqueued(one('fast'));
  await system.stop();
  // On PostgreSQL, it's left for any other process.
  expect(await jobOf(id)).toMatchObject({
    queueState: onPostgres ? 'DISPATCHED' : 'WAITING',
    workerId: null,
  });
  expect((await attemptsOf(id)).map(({ outcome }) => outcome)).toEqual(['CANCELED']);
  await system.start();
  await system.finish();
  expect(await jobOf(id)).toMatchObject({ status: 'COMPLETED', crashCount: 0, attempts: 2 });
});

test.runIf(onPostgres)(
  'a process that stops leaves its jobs to a running process, which finishes them',
  async () => {
    const id = await enqueued(one('fast'));
    await system.start();
    await system.settle();
    const [first, second] = system.processes;
    await first?.runtime.stop();
    second?.gate.open();
    // A process looks for such jobs each time it reports in, by the real time.
    await expect
      .poll(() => system.pass(500).then(() => jobOf(id)), { timeout: 10_000 })
      .toMatchObject({ status: 'COMPLETED', attempts: 2 });
  },
);

test('of two changes of a step in one commit the later one stays', async () => {
  const id = await enqueued(one('fast'));
  const { epoch, accountId } = await jobOf(id);
  const running: StepState = { ...pendingStep(0), status: 'RUNNING', startedAt: system.clock.now() };
  const completed: StepState = {
    ...running,
    status: 'COMPLETED',
    output: { text: 'Fine.' },
    finishedAt: system.clock.now(),
  };
  const { writer } = system.process.runtime.worker;
  for (let count = 0; count < 20; count += 1) {
    const changes = count % 2 === 0 ? [running, completed] : [completed, running];
    await Promise.all(
      changes.map((state) => writer.record({ id, accountId, epoch }, { ...noChange, steps: [state] })),
    );
    const [step] = await system.rows<JobStep>(Prisma.sql`SELECT * FROM "JobStep" WHERE "jobId" = ${id}`);
    expect(step?.status).toBe(changes[1]?.status);
  }
});

test("a worker's change to a job that another worker has taken is refused, also in a commit with others", async () => {
  const id = await enqueued(one('fast'));
  const other = await enqueued(one('fast'));
  const { writer } = system.process.runtime.worker;
  const [job, second] = [await jobOf(id), await jobOf(other)];
  const steps = [{ ...pendingStep(0), status: 'RUNNING' as const, reason: 'Written.' }];
  const change = { ...noChange, steps };
  const stored = await Promise.all([
    writer.record({ ...job, epoch: job.epoch - 1 }, change),
    writer.record(second, change),
    writer.record({ ...job, epoch: job.epoch + 1 }, change),
  ]);
  expect(stored).toEqual([false, true, false]);
  const [step] = await system.rows<JobStep>(Prisma.sql`SELECT * FROM "JobStep" WHERE "jobId" = ${id}`);
  expect(step?.reason).not.toBe('Written.');
});

test('no account runs more jobs than its plan allows, or keeps other accounts waiting once it reaches its limit', async () => {
  for (let count = 0; count < 6; count += 1) await enqueued(one('fast'), 0);
  expect(system.callsUnderWay(0)).toBe(2);
  for (let count = 0; count < 10; count += 1) await enqueued(one('fast'), 1);
  expect(system.callsUnderWay(1)).toBe(8);
});

test('a job wider than its plan runs as far as the plan allows', async () => {
  const steps = ['a', 'b', 'c', 'd'].map((id) => ({ id, task: 'generation', model: 'sandbox/fast' }));
  await enqueued({ mode: 'PARALLEL', steps }, 0);
  expect(system.callsUnderWay(0)).toBe(2);
  await enqueued({ mode: 'PARALLEL', steps }, 1);
  expect(system.callsUnderWay(1)).toBe(4);
});

// On PostgreSQL, each account's commits are its own: which is stored first isn't the order of the calls.
test.skipIf(onPostgres)(
  'accounts take turns for the places of a process, however much each has sent first',
  async () => {
    await system.close();
    system = await JobSystem.open(['plan_enterprise', 'plan_enterprise', 'plan_enterprise']);
    await system.start();
    const enqueue = (account: number, count: number) =>
      Promise.all(Array.from({ length: count }, () => system.enqueue(account, one('fast'))));
    // 192 of a process's 256 places are for jobs that no caller waits for.
    await enqueue(0, 128);
    await enqueue(1, 100);
    await enqueue(2, 30);
    await system.settle();
    const { gate } = system.process;
    const begun = () => [0, 1, 2].map((account) => system.callsUnderWay(account));
    expect(begun()).toEqual([128, 64, 0]);
    for (let count = 0; count < 20; count += 1) {
      gate.letPass(0);
      await system.settle();
    }
    // The account goes next of which the fewest run.
    expect(begun()).toEqual([108, 64, 20]);
  },
);

test('jobs that a caller waits for take turns by account, too, and leave places to the others', async () => {
  await system.close();
  system = await JobSystem.open(['plan_enterprise', 'plan_enterprise', 'plan_enterprise']);
  await system.start();
  const callers: { left: AbortController; job: Promise<unknown> }[] = [];
  const orchestrated = async (account: number, count: number) => {
    const steps = [
      { id: 'a', task: 'generation', model: 'sandbox/fast', instructions: `account ${account}` },
    ];
    for (let index = 0; index < count; index += 1) {
      const viewer = system.viewers[account];
      if (!viewer) throw new Error(`There is no account ${account}.`);
      const call = { input: 'The arm stops.', steps };
      const left = new AbortController();
      const job = orchestrate(system.process.ctx, viewer, call, { signal: left.signal });
      callers.push({ left, job });
    }
    await system.settle();
  };
  const begun = () => [0, 1, 2].map((account) => system.callsUnderWay(account));
  await orchestrated(0, 128);
  await orchestrated(1, 100);
  await orchestrated(2, 30);
  // 192 of a process's 256 places are for jobs that a caller waits for.
  expect(begun()).toEqual([128, 64, 0]);
  await Promise.all(Array.from({ length: 20 }, () => system.enqueue(2, one('fast'))));
  await system.settle();
  expect(begun()).toEqual([128, 64, 20]);
  for (let count = 0; count < 20; count += 1) {
    system.process.gate.letPass(0);
    await system.settle();
  }
  expect(begun()).toEqual([108, 64, 40]);
  for (const { left } of callers) left.abort();
  await Promise.all(callers.map(({ job }) => job));
});

test('a caller whose wait is ended gets the job as it is, and the job keeps running', async () => {
  const [viewer] = system.viewers;
  if (!viewer) throw new Error('There is no account.');
  const ends: ((() => void) | null)[] = [];
  const call = { input: 'The arm stops.', ...one('fast') };
  const response = orchestrate(system.process.ctx, viewer, call, { onWait: (end) => ends.push(end) });
  await system.settle();
  ends[0]?.();
  const { id, status } = await response;
  expect(status).toBe('RUNNING');
  expect(ends.at(-1)).toBeNull();
  await system.finish();
  expect((await jobOf(id)).status).toBe('COMPLETED');
});

test('a job whose commit succeeded without a response is taken', async () => {
  const { db } = system.process;
  const { writeRows } = db;
  db.writeRows = async (transaction, options) => {
    await writeRows(transaction, options);
    throw new DatabaseUnavailable('uncertain');
  };
  await expect(system.enqueue(0, one('fast'))).rejects.toThrow(DatabaseUnavailable);
  db.writeRows = writeRows;
  await system.pass(500);
  expect(system.callsUnderWay(0)).toBe(0);
  await system.pass(10_000);
  expect(system.callsUnderWay(0)).toBe(1);
  await system.finish();
});

test("a process that couldn't take jobs at its start does so as soon as it can", async () => {
  const first = await enqueued(one('fast'));
  system.crash('dead');
  const { db } = system.base;
  const { write } = db;
  // The jobs of the ended process are taken up by the first write on an account.
  db.write = (transaction, options) =>
    options?.accountId === undefined
      ? write(transaction, options)
      : Promise.reject(new DatabaseUnavailable('locked'));
  await expect(system.start()).rejects.toThrow(DatabaseUnavailable);
  db.write = write;
  await system.pass(500);
  expect(system.callsUnderWay(0)).toBe(1);
  await system.finish();
  expect((await jobOf(first)).status).toBe('COMPLETED');
});

test('a job with a large input is stored whole, together with small ones', async () => {
  const input = 'The arm stops. '.repeat(8_000);
  const jobs = await Promise.all([
    system.enqueue(1, one('fast', { input: 'Short.' })),
    system.enqueue(1, { ...one('fast'), input } as StartInput),
  ]);
  const stored = await Promise.all(jobs.map(({ id }) => jobOf(id)));
  expect(stored.map(({ workflow }) => JSON.parse(workflow ?? '').input)).toEqual(['The arm stops.', input]);
  await system.finish();
});

describe('a process that was given up while its jobs waited for a place', () => {
  /** An account's job that waits in a process behind as many as it can run, and another process that runs it. */
  async function takenByAnother(): Promise<string> {
    await system.close();
    system = await JobSystem.open(['plan_enterprise', 'plan_enterprise']);
    await system.start();
    const enqueue = (account: number, count: number) =>
      Promise.all(Array.from({ length: count }, () => system.enqueue(account, one('fast'))));
    await enqueue(0, 128);
    await enqueue(1, 64);
    await system.settle();
    const { worker } = system.process.runtime;
    const [waiting] = await enqueue(1, 1);
    const id = waiting?.id ?? '';
    await system.settle();
    // As if it had taken it, and was silent for too long afterwards.
    await system.base.db.write(
      (tx) => tx.$executeRaw`UPDATE "Job" SET "workerId" = ${worker.workerId} WHERE "id" = ${id}`,
    );
    const { epoch, accountId } = await jobOf(id);
    worker.take([
      {
        id,
        accountId,
        epoch,
        slots: 1,
        isAwaited: false,
        bytes: 0,
        outputBytes: 0,
        crashCount: 0,
        outputBounds: unbounded,
      },
    ]);
    await system.base.db.write(
      (tx) =>
        tx.$executeRaw`UPDATE "Job" SET "workerId" = 'another', "epoch" = "epoch" + 1 WHERE "id" = ${id}`,
    );
    return id;
  }

  test('leaves them to the other one when it stops', async () => {
    const id = await takenByAnother();
    await system.stop();
    expect(await jobOf(id)).toMatchObject({ queueState: 'DISPATCHED', workerId: 'another' });
  });

  test('leaves them to the other one when they are canceled', async () => {
    const id = await takenByAnother();
    const { accountId } = await jobOf(id);
    await system.process.runtime.worker.cancel({ id, accountId });
    expect(await jobOf(id)).toMatchObject({
      queueState: 'DISPATCHED',
      workerId: 'another',
      status: 'QUEUED',
    });
  });
});

test('a canceled job that waits for a place ends at once, though no place is free', async () => {
  await system.close();
  system = await JobSystem.open(['plan_enterprise', 'plan_enterprise']);
  await system.start();
  const enqueue = (account: number, count: number) =>
    Promise.all(Array.from({ length: count }, () => system.enqueue(account, one('fast'))));
  await enqueue(0, 128);
  await enqueue(1, 64);
  await system.settle();
  const [waiting] = await enqueue(1, 1);
  await system.settle();
  expect(system.callsUnderWay(1)).toBe(64);
  expect((await system.cancel(1, waiting?.id ?? '')).status).toBe('CANCELED');
});

test('an end during the start waits for it, so that nothing uses the database afterward', async () => {
  const { ctx } = system.process;
  const runtime = openWorkflowRuntime(ctx, { clock: system.clock, providers: [], textWorker: inProcess });
  let hasStarted = false;
  const starting = runtime.start().then(() => {
    hasStarted = true;
  });
  await runtime.stop();
  expect(hasStarted).toBe(true);
  await starting;
});
