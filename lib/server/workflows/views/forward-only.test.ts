import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAttempts } from '@/lib/server/workflows/list-attempts';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { readJobViews } from '@/lib/server/workflows/views/job-view';
import { Prisma } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_basic']);
  await system.start();
});
afterEach(() => system.close());

const step = (id: string, model: string, more: object = {}) => ({
  ...{ id, task: 'generation', model: `sandbox/${model}` },
  ...more,
});

/** A job at one moment, as the API returns it. */
type State = Awaited<ReturnType<typeof stateOf>>;

async function stateOf(id: string) {
  const [job] = await readJobViews(system.base.db.sql, Prisma.sql`"id" = ${id}`);
  const [viewer] = system.viewers;
  if (!job || !viewer) throw new Error('There is no such job.');
  const sumsOf = ({ attempts, tokensIn, tokensOut, costNanos }: typeof job | (typeof steps)[number]) => ({
    ...{ attempts, tokensIn, tokensOut, costNanos },
  });
  const steps = await job.steps();
  // The database of a process that has died can't be read through it.
  const made = await listAttempts({ ...system.process.ctx, db: system.base.db }, viewer, id);
  return {
    status: job.status,
    sums: [sumsOf(job), ...steps.map(sumsOf)],
    /** Moments that are set once, if at all. */
    moments: [job, ...steps].flatMap(({ startedAt, finishedAt }) => [startedAt, finishedAt]),
    steps: steps.map(({ status }) => status),
    attempts: made.map(({ outcome }) => outcome),
  };
}

const ranks = ['QUEUED', 'PENDING', 'RUNNING'];
/** Ended states come last, and none of them becomes another. */
const rankOf = (status: string) => (ranks.includes(status) ? ranks.indexOf(status) : ranks.length);

function expectForward(before: readonly string[], after: readonly string[]) {
  for (const [index, status] of before.entries()) {
    const next = after[index] ?? '';
    expect(rankOf(next)).toBeGreaterThanOrEqual(rankOf(status));
    if (rankOf(status) === ranks.length) expect(next).toBe(status);
  }
}

/** Checks the states of a job, as a caller sees them one after another. */
function expectForwardOnly(states: readonly State[]) {
  for (const [index, state] of states.entries()) {
    const isOver = rankOf(state.status) === ranks.length;
    if (isOver)
      expect([...state.steps, ...state.attempts].filter((one) => rankOf(one) < ranks.length)).toEqual([]);
    const before = states[index - 1];
    if (!before) continue;
    if (rankOf(before.status) === ranks.length) expect(state).toEqual(before);
    expectForward([before.status], [state.status]);
    expectForward(before.steps, state.steps);
    expectForward(before.attempts, state.attempts);
    for (const [place, moment] of before.moments.entries())
      if (moment) expect(state.moments[place]).toEqual(moment);
    for (const [place, sums] of before.sums.entries())
      for (const [name, value] of Object.entries(sums))
        expect(state.sums[place]?.[name as keyof typeof sums]).toBeGreaterThanOrEqual(value ?? 0);
  }
}

/** Records a job between all that happens to it, until it has ended and a while longer. */
async function record(input: Omit<StartInput, 'name' | 'input'>, events: readonly (() => unknown)[]) {
  const { id } = await system.enqueue(0, input);
  const states = [await stateOf(id)];
  const see = async () => {
    await system.settle();
    states.push(await stateOf(id));
  };
  await see();
  for (const happen of events) {
    await happen();
    await see();
  }
  for (let round = 0; rankOf(states.at(-1)?.status ?? '') < ranks.length; round += 1) {
    if (round > 30) throw new Error('The job never ends.');
    system.process.gate.letPass(0);
    await see();
    await system.pass(5_000);
    await see();
  }
  await system.pass(60_000);
  await see();
  expectForwardOnly(states);
  return { id, states };
}

const letOnePass = () => system.process.gate.letPass(0);
/** The process ends in order, and a while later another one starts. */
const restart = [() => system.stop(), () => system.start()];
const crash = [() => system.crash('dead'), () => system.start()];

const failing = {
  steps: [
    step('a', 'flaky'),
    step('b', 'down', { dependsOn: ['a'] }),
    step('c', 'fast', { dependsOn: ['b'] }),
  ],
};
const wide = {
  mode: 'PARALLEL',
  steps: [step('a', 'down'), step('b', 'fast'), step('c', 'limited')],
} as const;

test('a job that fails after retries only moves forward, and leaves no step or attempt running', async () => {
  const { states } = await record(failing, [letOnePass]);
  expect(states.at(-1)).toMatchObject({ status: 'FAILED', steps: ['COMPLETED', 'FAILED', 'SKIPPED'] });
});

test('a step that is under way or waits for its provider when another step fails the job ends with it', async () => {
  const { states } = await record(wide, []);
  expect(states.at(-1)?.status).toBe('FAILED');
});

test('a job that falls back to another model, or whose reply breaks off, only moves forward', async () => {
  const steps = [step('a', 'down', { fallbacks: ['sandbox/cut', 'sandbox/fast'] })];
  const { states } = await record({ steps }, []);
  expect(states.at(-1)?.attempts).toEqual(['FAILED', 'FAILED', 'ANSWERED']);
});

test('a job that is canceled during a call only moves forward', async () => {
  const { states } = await record(failing, [letOnePass, cancelOnlyJob]);
  expect(states.at(-1)?.status).toBe('CANCELED');
});

test('a job that is canceled while it is parked only moves forward', async () => {
  const parked = { steps: [step('a', 'limited'), step('b', 'fast', { dependsOn: ['a'] })] };
  const { states } = await record(parked, [letOnePass, cancelOnlyJob]);
  expect(states.at(-1)).toMatchObject({ status: 'CANCELED', steps: ['CANCELED', 'SKIPPED'] });
});

test("a step whose process ends in order is still running, and isn't pending again", async () => {
  const { states } = await record(failing, [...restart, letOnePass, ...restart]);
  expect(states.at(-1)?.attempts).toContain('CANCELED');
});

test('a step whose process crashes is still running; its lost call keeps the estimate of its cost', async () => {
  const { states } = await record({ steps: [step('a', 'fast'), step('b', 'fast', { dependsOn: ['a'] })] }, [
    ...crash,
    letOnePass,
    ...crash,
  ]);
  expect(states.at(-1)).toMatchObject({
    status: 'COMPLETED',
    attempts: ['LOST', 'ANSWERED', 'LOST', 'ANSWERED'],
  });
});

test('a job that takes its workers down until it fails only moves forward', async () => {
  const { states } = await record({ steps: [step('a', 'fast')] }, new Array(8).fill(crash).flat());
  expect(states.at(-1)).toMatchObject({ status: 'FAILED', steps: ['FAILED'] });
});

async function cancelOnlyJob() {
  const [job] = await system.rows<{ id: string }>(Prisma.sql`SELECT "id" FROM "Job"`);
  await system.cancel(0, job?.id ?? '');
}
