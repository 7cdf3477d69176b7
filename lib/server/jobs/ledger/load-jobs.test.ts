import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TakenJob } from '@/lib/engine/run/run-store';
import { loadJobs } from '@/lib/server/jobs/ledger/load-jobs';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { type Attempt, type Job, type JobStep, Prisma } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';
import { unbounded } from '@/testing/engine/memory-run-store';

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_pro']);
  await system.start();
});
afterEach(() => system.close());

const step = (id: string) => ({ id, task: 'generation', model: 'sandbox/fast' });
const chain: Omit<StartInput, 'name' | 'input'> = { mode: 'SEQUENTIAL', steps: [step('a'), step('b')] };

async function jobOf(id: string): Promise<Job> {
  const [job] = await system.rows<Job>(Prisma.sql`SELECT * FROM "Job" WHERE "id" = ${id}`);
  if (!job) throw new Error('The job is gone.');
  return job;
}

/** Jobs that wait in their line while something happens to the database. */
async function whileStopped(ids: readonly string[], damage: (id: string) => Promise<unknown>) {
  await system.stop();
  for (const id of ids) await damage(id);
  await system.start();
}

test.each(['{"name": "Cut of', '{}', '[]', '{"steps": [{"id": "other"}]}'])(
  'a job whose stored workflow is %s fails alone, with the reason',
  async (workflow) => {
    const jobs = await Promise.all([1, 2, 3].map(() => system.enqueue(0, chain)));
    const [bad = '', ...others] = jobs.map(({ id }) => id);
    await whileStopped([bad], (id) =>
      system.base.db.write((tx) => tx.job.update({ where: { id }, data: { workflow } })),
    );
    await system.finish();
    expect(await jobOf(bad)).toMatchObject({ status: 'FAILED', errorCode: 'STORED_RESULT_INVALID' });
    for (const id of others) expect(await jobOf(id)).toMatchObject({ status: 'COMPLETED', crashCount: 0 });
  },
);

test('a step whose stored output is damaged fails alone', async () => {
  const jobs = await Promise.all([1, 2].map(() => system.enqueue(0, chain)));
  await system.settle();
  system.process.gate.letPass(0);
  system.process.gate.letPass(0);
  await system.settle();
  const [bad = '', good = ''] = jobs.map(({ id }) => id);
  const where = { jobId_position: { jobId: bad, position: 0 } };
  await whileStopped([bad], () =>
    system.base.db.write((tx) => tx.jobStep.update({ where, data: { output: '{"text": "Cut of' } })),
  );
  await system.finish();
  const steps = await system.rows<JobStep>(
    Prisma.sql`SELECT * FROM "JobStep" WHERE "jobId" = ${bad} ORDER BY "position"`,
  );
  expect(steps.map(({ status, errorCode }) => [status, errorCode])).toEqual([
    ['FAILED', 'STORED_RESULT_INVALID'],
    ['SKIPPED', 'DEPENDENCY_FAILED'],
  ]);
  expect((await jobOf(good)).status).toBe('COMPLETED');
});

const stepOf = async (id: string): Promise<JobStep | undefined> =>
  (
    await system.rows<JobStep>(Prisma.sql`SELECT * FROM "JobStep" WHERE "jobId" = ${id} ORDER BY "position"`)
  )[0];

test('a divided text that was returned to its queue continues with its first unfinished piece, and keeps no pieces in the end', async () => {
  const steps = [{ id: 'a', task: 'summarization', model: 'sandbox/fast' }];
  const input = 'The arm stops here again. '.repeat(12_000);
  const { id } = await system.enqueue(0, { steps, input } as StartInput);
  for (let piece = 0; piece < 2; piece += 1) {
    await system.settle();
    system.process.gate.letPass(0);
  }
  await system.settle();
  await system.stop();
  expect(JSON.parse((await stepOf(id))?.pieces ?? 'null')).toMatchObject([
    { output: { summary: 'One sentence is here.' }, model: 'sandbox/fast', attempt: 1 },
    { output: { summary: 'One sentence is here.' }, model: 'sandbox/fast', attempt: 2 },
  ]);
  await system.start();
  await system.finish();
  expect(await stepOf(id)).toMatchObject({ status: 'COMPLETED', pieces: null });
  const texts = system.calls.map(({ work }) => work.text);
  expect(texts[3]).toBe(texts[2]);
  // Three pieces, one of them twice, and the summary of their summaries.
  expect(texts).toHaveLength(5);
});

test('a parked job comes back with the moment at which its model may be called', async () => {
  const steps = [{ id: 'a', task: 'generation', model: 'sandbox/limited' }];
  const { id } = await system.enqueue(0, { steps });
  await system.settle();
  const calledAt = system.clock.now();
  system.process.gate.letPass(0);
  await system.settle();
  const [loaded] = await loadJobs(system.base.db.sql, [
    {
      id,
      accountId: '',
      epoch: 1,
      slots: 1,
      isAwaited: false,
      bytes: 0,
      outputBytes: 0,
      crashCount: 0,
      outputBounds: unbounded,
    },
  ]);
  expect(loaded?.attempts).toMatchObject([
    { number: 1, model: 'sandbox/limited', outcome: 'FAILED', retryAt: calledAt + 60_000 },
  ]);
});

test('a job whose step is stored as under way, though no process runs it, runs that step again', async () => {
  const { id } = await system.enqueue(0, chain);
  await whileStopped([id], (jobId) =>
    system.base.db.write((tx) =>
      tx.jobStep.updateMany({
        where: { jobId, position: 0 },
        data: { status: 'RUNNING', startedAt: new Date(system.clock.now()) },
      }),
    ),
  );
  await system.finish();
  expect((await jobOf(id)).status).toBe('COMPLETED');
  expect(await stepOf(id)).toMatchObject({ status: 'COMPLETED', model: 'sandbox/fast' });
});

test('a canceled job ends, whether or not its workflow can be read', async () => {
  const { id } = await system.enqueue(0, chain);
  await system.stop();
  await system.base.db.write((tx) => tx.job.update({ where: { id }, data: { workflow: '{' } }));
  expect(await system.cancel(0, id)).toMatchObject({ status: 'CANCELED' });
});

test('many large jobs are read in parts, small ones at once', async () => {
  const input = 'The arm stops. '.repeat(60_000);
  const enqueue = (more: object) => system.enqueue(0, { ...chain, ...more } as StartInput);
  const jobs = [
    ...(await Promise.all(Array.from({ length: 20 }, () => enqueue({ input })))),
    ...(await Promise.all(Array.from({ length: 20 }, () => enqueue({})))),
  ];
  // Five copies of the input in each large job's file make it larger than any single read may be together with others.
  const { sql: rows } = system.base.db;
  const reads: number[] = [];
  const counting = Object.assign(
    async <Row>(query: Prisma.Sql) => {
      const found = await rows<Row>(query);
      const texts = (found as { workflow?: string }[]).map(({ workflow }) => workflow?.length ?? 0);
      reads.push(texts.reduce((sum, length) => sum + length, 0));
      return found;
    },
    { dialect: rows.dialect },
  );
  await system.base.db.write(
    (tx) => tx.$executeRaw`
      UPDATE "Job" SET "workflow" = replace("workflow", '"file":null', ${`"file":"${input.repeat(5)}"`})
      WHERE octet_length("workflow") > 500000`,
  );
  const sizes = await rows<{ id: string; bytes: number }>(
    Prisma.sql`SELECT "id", octet_length("workflow") AS "bytes" FROM "Job"`,
  );
  const dispatched = jobs.map(({ id }) => {
    const bytes = Number(sizes.find((each) => each.id === id)?.bytes);
    return {
      id,
      accountId: '',
      epoch: 1,
      slots: 1,
      isAwaited: false,
      bytes,
      outputBytes: 0,
      crashCount: 0,
      outputBounds: unbounded,
    };
  });
  const loaded = await loadJobs(counting, dispatched);
  expect(loaded.map(({ id }) => id)).toEqual(jobs.map(({ id }) => id));
  expect(Math.max(...reads)).toBeLessThanOrEqual(64 * 1024 * 1024);
  expect(reads.filter((bytes) => bytes > 0)).toHaveLength(2);
});

test('a job that was just accepted runs as the stored one would', async () => {
  const { worker } = system.process.runtime;
  const kept: TakenJob[] = [];
  // It never begins.
  worker.take = (_, loaded) => void kept.push(...(loaded?.values() ?? []));
  const input = 'NUL \u0000, half a character \ud83d, and the arm.';
  const { id, accountId } = await system.enqueue(0, { ...chain, input } as StartInput);
  const outputBounds = kept[0]?.outputBounds ?? unbounded;
  const job = {
    id,
    accountId,
    epoch: 1,
    slots: 1,
    isAwaited: false,
    bytes: 0,
    outputBytes: 0,
    crashCount: 0,
    outputBounds,
  };
  expect(kept).toEqual(await loadJobs(system.base.db.sql, [job]));
});

describe('after a crash, a stored failure', () => {
  const twoModels = [{ ...step('a'), fallbacks: ['sandbox/quality'] }];

  /** A job whose process crashed between a failure of its first model and the end of its step. */
  async function finishAfter(failure: Partial<Attempt>): Promise<string> {
    const { id } = await system.enqueue(0, { steps: twoModels });
    await system.settle();
    system.crash('dead');
    const where = { jobId_position_number: { jobId: id, position: 0, number: 1 } };
    const data = {
      outcome: 'FAILED',
      code: 'OUTPUT_INVALID',
      message: 'It is too much.',
      ...failure,
    } as const;
    await system.base.db.write((tx) => tx.attempt.update({ where, data }));
    await system.start();
    await system.finish();
    return id;
  }

  const callsOf = async (id: string) =>
    (
      await system.rows<Attempt>(
        Prisma.sql`SELECT * FROM "Attempt" WHERE "jobId" = ${id} ORDER BY "position", "number"`,
      )
    ).map(({ model, outcome, failureKind }) => [model, outcome, failureKind]);

  test('of too much work calls no next model', async () => {
    const id = await finishAfter({ failureKind: 'too_much_work' });
    expect(await callsOf(id)).toEqual([['sandbox/fast', 'FAILED', 'too_much_work']]);
    expect(await jobOf(id)).toMatchObject({ status: 'FAILED', errorCode: 'OUTPUT_INVALID' });
  });

  test('from before kinds were stored is read by its code', async () => {
    const id = await finishAfter({ failureKind: null });
    expect(await callsOf(id)).toEqual([
      ['sandbox/fast', 'FAILED', null],
      ['sandbox/quality', 'ANSWERED', null],
    ]);
    expect((await jobOf(id)).status).toBe('COMPLETED');
  });

  test('was stored with its kind', async () => {
    const steps = twoModels.map((one) => ({ ...one, model: 'sandbox/down' }));
    const { id } = await system.enqueue(0, { steps });
    await system.finish();
    expect(await callsOf(id)).toEqual([
      ['sandbox/down', 'FAILED', 'denied'],
      ['sandbox/quality', 'ANSWERED', null],
    ]);
  });
});
