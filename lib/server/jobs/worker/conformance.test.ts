import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { countedAs } from '@/lib/engine/run/job-end';
import type { JobEnd } from '@/lib/engine/run/run-store';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import {
  type Attempt,
  type DailyModelUsage,
  type DailyUsage,
  type Execution,
  type Job,
  type JobStep,
  Prisma,
} from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';
import { expectStoredBytes } from '@/testing/engine/stored-bytes';
import { onPostgres } from '@/testing/test-database';

type Shape = Omit<StartInput, 'name' | 'input'>;

const step = (id: string, model: string, more: object = {}) => ({
  id,
  task: 'generation',
  model: `sandbox/${model}`,
  ...more,
});

/** Workflows of every kind that the engine treats differently. */
const shapes: Record<string, Shape> = {
  single: { steps: [step('a', 'fast')] },
  chain: { mode: 'SEQUENTIAL', steps: [step('a', 'fast'), step('b', 'flaky'), step('c', 'quality')] },
  wide: { mode: 'PARALLEL', steps: ['a', 'b', 'c', 'd', 'e'].map((id) => step(id, 'fast')) },
  parking: { steps: [step('a', 'limited'), step('b', 'fast', { dependsOn: ['a'] })] },
  'half parked': { mode: 'PARALLEL', steps: [step('a', 'limited'), step('b', 'fast')] },
  'falling back': { steps: [step('a', 'down', { fallbacks: ['sandbox/cut', 'sandbox/fast'] })] },
  failing: { steps: [step('a', 'down'), step('b', 'fast'), step('c', 'fast', { dependsOn: ['a', 'b'] })] },
  'going on': { steps: [step('a', 'down', { on_error: 'CONTINUE' }), step('b', 'fast')] },
  'without a model': {
    steps: [
      { id: 'a', task: 'validation', input: '{}', options: { schema: { type: 'object' } } },
      step('b', 'fast', { condition: '1 > 2' }),
      step('c', 'fast', { dependsOn: ['a', 'b'], input: 'Go.' }),
    ],
  },
};

/** Workflows with steps that people decide about. */
Object.assign(shapes, {
  asking: {
    steps: [
      { id: 'check', task: 'approval', options: { timeout: 60 } },
      step('b', 'fast', { dependsOn: ['check'], input: 'Go.' }),
    ],
  },
  'asking beside': {
    mode: 'PARALLEL',
    steps: [
      { id: 'check', task: 'approval', options: { timeout: 600, on_timeout: 'APPROVE' } },
      step('b', 'limited'),
    ],
  },
} satisfies Record<string, Shape>);

/** The state that commands share, in addition to the world. */
interface Known {
  /** Jobs that were acknowledged, with their account. */
  jobs: { id: string; account: number }[];
  deleted: Map<string, Job>;
}

type Command = fc.AsyncCommand<Known, JobSystem>;

const ACCOUNTS = ['plan_basic', 'plan_starter'];

/** Names a command in a counterexample, and checks after it what must hold at any time. */
const command = (name: string, run: (known: Known, system: JobSystem) => Promise<void>): Command => ({
  check: () => true,
  run: async (known, system) => {
    await run(known, system);
    await system.settle();
    for (const account of ACCOUNTS.keys()) await expectWithinPlan(system, account);
    await expectNothingHalf(system);
    await expectStoredBytes(system.base.db.sql);
  },
  toString: () => name,
});

/** A reply is stored with its step's outcome, or not at all. */
async function expectNothingHalf(system: JobSystem) {
  const half = await system.rows(Prisma.sql`
    SELECT "Attempt"."jobId" FROM "Attempt" JOIN "JobStep"
      ON "JobStep"."jobId" = "Attempt"."jobId" AND "JobStep"."position" = "Attempt"."position"
    WHERE "outcome" = 'ANSWERED' AND "JobStep"."status" IN ('PENDING', 'RUNNING')`);
  expect(half).toEqual([]);
}

async function expectWithinPlan(system: JobSystem, account: number) {
  const allowed = await system.allowed(account);
  expect(system.callsUnderWay(account)).toBeLessThanOrEqual(allowed);
  const [held] = await system.rows<{ slots: number | bigint | null }>(Prisma.sql`
    SELECT sum("slots") AS "slots" FROM "Job"
    WHERE "accountId" = ${system.viewers[account]?.accountId} AND "queueState" = 'DISPATCHED'`);
  expect(Number(held?.slots ?? 0)).toBeLessThanOrEqual(allowed);
}

const account = fc.nat(ACCOUNTS.length - 1);
const shape = fc.constantFrom(...Object.keys(shapes));
const place = fc.nat(20);

const chosen = ({ jobs, deleted }: Known, index: number) => {
  const there = jobs.filter(({ id }) => !deleted.has(id));
  return there[index % Math.max(1, there.length)];
};

/** A caller's mistake isn't a fault of the engine. */
const unlessRefused = (work: Promise<unknown>) =>
  work.catch((error: { code?: string }) => {
    if (error.code !== 'CONFLICT') throw error;
  });

const commands = fc.commands<Known, JobSystem, false>(
  [
    fc.tuple(account, shape).map(([who, kind]) =>
      command(`enqueue ${kind} for ${who}`, async ({ jobs }, system) => {
        const { id } = await system.enqueue(who, shapes[kind] ?? { steps: [] });
        jobs.push({ id, account: who });
      }),
    ),
    fc.tuple(account, fc.array(shape, { minLength: 2, maxLength: 6 })).map(([who, kinds]) =>
      command(`enqueue ${kinds.join(', ')} for ${who} at once`, async ({ jobs }, system) => {
        const views = await Promise.all(
          kinds.map((kind) => system.enqueue(who, shapes[kind] ?? { steps: [] })),
        );
        jobs.push(...views.map(({ id }) => ({ id, account: who })));
      }),
    ),
    fc.array(place, { minLength: 1, maxLength: 8 }).map((places) =>
      command(`calls ${places.join(', ')} end`, async (_, system) => {
        for (const index of places) {
          system.process.gate.letPass(index);
          await system.settle();
        }
      }),
    ),
    place.map((index) =>
      command(`cancel ${index}`, async (known, system) => {
        const job = chosen(known, index);
        if (job) await unlessRefused(system.cancel(job.account, job.id));
      }),
    ),
    fc.tuple(place, fc.constantFrom('APPROVE' as const, 'REFUSE' as const)).map(([index, decision]) =>
      command(`${decision} ${index}`, async (known, system) => {
        const job = chosen(known, index);
        if (job) await unlessRefused(system.decide(job.account, job.id, decision));
      }),
    ),
    fc.tuple(place, place).map(([call, index]) =>
      command(`call ${call} ends while ${index} is approved, then a crash`, async (known, system) => {
        const job = chosen(known, index);
        system.process.gate.letPass(call);
        if (job) await unlessRefused(system.decide(job.account, job.id, 'APPROVE'));
        system.crash('dead');
        await system.start();
      }),
    ),
    fc.tuple(place, place).map(([call, index]) =>
      command(`call ${call} ends while ${index} is canceled`, async (known, system) => {
        const job = chosen(known, index);
        system.process.gate.letPass(call);
        if (job) await unlessRefused(system.cancel(job.account, job.id));
      }),
    ),
    place.map((index) =>
      command(`delete ${index}`, async (known, system) => {
        const job = chosen(known, index);
        if (!job) return;
        const [row] = await system.rows<Job>(Prisma.sql`SELECT * FROM "Job" WHERE "id" = ${job.id}`);
        if (row?.queueState !== 'ENDED') {
          await expect(system.delete(job.account, job.id)).rejects.toMatchObject({ code: 'CONFLICT' });
          return;
        }
        await system.delete(job.account, job.id);
        known.deleted.set(job.id, row);
      }),
    ),
    fc
      .constantFrom(400, 5_000, 61_000)
      .map((milliseconds) => command(`${milliseconds} ms pass`, (_, system) => system.pass(milliseconds))),
    fc.constantFrom('dead' as const, 'given up' as const).map((as) =>
      command(`crash: ${as}`, async (_, system) => {
        system.crash(as);
        await system.start();
      }),
    ),
    fc.tuple(place, account, shape).map(([call, who, kind]) =>
      command(`crash while call ${call} ends and ${who} enqueues ${kind}`, async ({ jobs }, system) => {
        system.process.gate.letPass(call);
        const accepted = system.enqueue(who, shapes[kind] ?? { steps: [] }).then(
          ({ id }) => jobs.push({ id, account: who }),
          () => {},
        );
        system.crash('dead');
        await system.start();
        await accepted;
      }),
    ),
    place.map((index) =>
      command(`crash once ${index} is asked to be canceled`, async (known, system) => {
        const job = chosen(known, index);
        // No caller waits for its end.
        if (job) void system.cancel(job.account, job.id).catch(() => {});
        while (system.process.db.underWay > 0) await nextTurn();
        system.crash('dead');
        await system.start();
      }),
    ),
    fc.constant(
      command('stop and start', async (_, system) => {
        await system.stop();
        await system.start();
      }),
    ),
    place.map((call) =>
      command(`stop and start while call ${call} ends`, async (_, system) => {
        system.process.gate.letPass(call);
        await system.stop();
        await system.start();
      }),
    ),
  ],
  { maxCommands: 30 },
);

let system: JobSystem | undefined;
afterEach(async () => {
  await system?.close();
  system = undefined;
});

test('whatever is enqueued, canceled, deleted, crashed and restarted: every job ends, runs each finished step once, and is billed once', async () => {
  await fc.assert(
    fc
      .asyncProperty(commands, async (list) => {
        system = await JobSystem.open(ACCOUNTS);
        await system.start();
        const known: Known = { jobs: [], deleted: new Map() };
        await fc.asyncModelRun(() => ({ model: known, real: system as JobSystem }), list);
        await system.pass(1);
        await system.finish();
        await expectWholeBooks(system, known);
      })
      .afterEach(async () => {
        await system?.close();
        system = undefined;
      }),
    { numRuns: onPostgres ? 8 : 25 },
  );
}, 300_000);

async function expectWholeBooks(real: JobSystem, { jobs: acknowledged, deleted }: Known) {
  const jobs = await real.rows<Job>(Prisma.sql`SELECT * FROM "Job"`);
  const steps = await real.rows<JobStep>(Prisma.sql`SELECT * FROM "JobStep"`);
  const attempts = await real.rows<Attempt>(Prisma.sql`SELECT * FROM "Attempt" ORDER BY "number"`);
  const kept = new Set(jobs.map(({ id }) => id));
  expect(acknowledged.filter(({ id }) => !kept.has(id) && !deleted.has(id))).toEqual([]);
  for (const job of jobs) {
    const own = steps.filter(({ jobId }) => jobId === job.id);
    const made = attempts.filter(({ jobId }) => jobId === job.id);
    expectEnded(job, own);
    expectSums(job, made);
    const { cancelRequestedAt } = job;
    if (cancelRequestedAt) expect(made.filter(({ startedAt }) => startedAt > cancelRequestedAt)).toEqual([]);
    for (const one of own) {
      const tries = made.filter(({ position }) => position === one.position);
      expectSums(one, tries);
      expectRunOnce(one, tries);
    }
  }
  // A row each, before its call: there may be rows whose call never left, but no call without a row.
  if (deleted.size === 0) {
    const called = attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER');
    expect(real.calls.length).toBeLessThanOrEqual(called.length);
    const left = called.filter(
      ({ outcome, inputTokens }) => outcome !== 'LOST' && !(outcome === 'CANCELED' && inputTokens === 0),
    );
    expect(real.calls.length).toBeGreaterThanOrEqual(left.length);
  }
  await expectBilledOnce(real, [...jobs, ...deleted.values()]);
}

function expectEnded(job: Job, steps: readonly JobStep[]) {
  expect(job).toMatchObject({ queueState: 'ENDED', workerId: null, parkedUntil: null });
  expect(['COMPLETED', 'COMPLETED_WITH_FAILURES', 'FAILED', 'CANCELED']).toContain(job.status);
  expect(job.finishedAt).not.toBeNull();
  for (const { status, waitingUntil, finishedAt } of steps) {
    expect(['COMPLETED', 'FAILED', 'SKIPPED', 'CANCELED']).toContain(status);
    expect(waitingUntil).toBeNull();
    expect(finishedAt).not.toBeNull();
  }
  const failed = steps.find(({ status }) => status === 'FAILED');
  if (job.status === 'COMPLETED') expect(steps.filter(({ status }) => status === 'CANCELED')).toEqual([]);
  if (job.status === 'FAILED') expect(failed).toBeDefined();
}

interface Sums {
  attempts: number;
  tokensIn: number;
  tokensOut: number;
  costNanos: bigint | null;
}

function expectSums({ attempts, tokensIn, tokensOut, costNanos }: Sums, made: readonly Attempt[]) {
  const sum = (of: (attempt: Attempt) => number) => made.reduce((all, attempt) => all + of(attempt), 0);
  expect({ attempts, tokensIn, tokensOut, costNanos: Number(costNanos) }).toEqual({
    attempts: made.filter(({ outcome }) => outcome !== 'PASSED_OVER').length,
    tokensIn: sum((one) => one.inputTokens + one.cachedInputTokens + one.cacheWriteTokens),
    tokensOut: sum((one) => one.outputTokens + one.reasoningTokens),
    costNanos: sum((one) => Number(one.costNanos)),
  });
}

function expectRunOnce({ status, output }: JobStep, tries: readonly Attempt[]) {
  expect(tries.filter(({ outcome }) => outcome === 'RUNNING')).toEqual([]);
  for (const lost of tries.filter(({ outcome }) => outcome === 'LOST')) {
    expect(lost.estimated).toBe(true);
    expect(Number(lost.costNanos)).toBeGreaterThan(0);
  }
  const answered = tries.findIndex(({ outcome }) => outcome === 'ANSWERED');
  if (answered >= 0) expect(tries.slice(answered + 1)).toEqual([]);
  if (status === 'COMPLETED') {
    expect(output).not.toBeNull();
    if (tries.length > 0) expect(answered).toBe(tries.length - 1);
  }
  expect(tries.map(({ number }) => number)).toEqual(tries.map((_, index) => index + 1));
}

async function expectBilledOnce(real: JobSystem, jobs: readonly Job[]) {
  const executions = await real.rows<Execution>(Prisma.sql`SELECT * FROM "Execution"`);
  const usage = await real.rows<DailyUsage>(Prisma.sql`SELECT * FROM "DailyUsage"`);
  const calls = await real.rows<DailyModelUsage>(Prisma.sql`SELECT * FROM "DailyModelUsage"`);
  for (const { accountId } of real.viewers) {
    const counted = jobs.filter(
      (job) => job.accountId === accountId && (job.status !== 'CANCELED' || job.attempts > 0),
    );
    const expected = counted.map((job) => ({
      status: countedAs(job.status as JobEnd['status']),
      tokensIn: job.tokensIn,
      tokensOut: job.tokensOut,
      costMicros: Math.round(Number(job.costNanos) / 1_000),
    }));
    const own = executions.filter((execution) => execution.accountId === accountId);
    const billed = own.map(({ status, tokensIn, tokensOut, costMicros }) => ({
      status,
      tokensIn,
      tokensOut,
      costMicros: Number(costMicros),
    }));
    expect(billed.map(comparable).sort()).toEqual(expected.map(comparable).sort());
    const rolledUp = usage.filter((row) => row.accountId === accountId && row.grain === 'ACCOUNT');
    const total = (of: (row: DailyUsage) => number | bigint) =>
      rolledUp.reduce((sum, row) => sum + Number(of(row)), 0);
    expect({
      executions: total((row) => row.executions),
      succeeded: total((row) => row.succeeded),
      tokensIn: total((row) => row.tokensIn),
      tokensOut: total((row) => row.tokensOut),
      costMicros: total((row) => row.costMicros),
    }).toEqual({
      executions: own.length,
      // A canceled one isn't a failure.
      succeeded: own.filter(({ status }) => status !== 'FAILED').length,
      tokensIn: own.reduce((sum, row) => sum + row.tokensIn, 0),
      tokensOut: own.reduce((sum, row) => sum + row.tokensOut, 0),
      costMicros: own.reduce((sum, row) => sum + Number(row.costMicros), 0),
    });
    const called = calls.filter((row) => row.accountId === accountId);
    const ended = jobs.filter((job) => job.accountId === accountId);
    expect({
      costNanos: called.reduce((sum, row) => sum + Number(row.costNanos), 0),
      tokensOut: called.reduce((sum, row) => sum + Number(row.outputTokens + row.reasoningTokens), 0),
    }).toEqual({
      costNanos: ended.reduce((sum, job) => sum + Number(job.costNanos), 0),
      tokensOut: ended.reduce((sum, job) => sum + job.tokensOut, 0),
    });
  }
}

const comparable = (figures: object): string => JSON.stringify(figures);
