import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { DrillTooLong, drillJob } from '@/lib/engine/drill/drill-job';
import { nothingChanged, type Scenario } from '@/lib/engine/drill/scenario';
import { Measurements } from '@/lib/engine/routing/measurements';
import type { RunError, StepInput } from '@/lib/engine/workflow';
import {
  breaksOff,
  fails,
  fallsSilent,
  limits,
  neverAccepts,
  neverEnds,
  replies,
  says,
} from '@/testing/engine/behaviors';
import { runAndRecord } from '@/testing/engine/recorded-job';
import type { Script } from '@/testing/engine/scripted-provider';

type Recorded = Awaited<ReturnType<typeof runAndRecord>>;

/** Drills a job with the models of its world as they were before it. */
const drill = (
  { world, job }: Recorded,
  scenario: Partial<Scenario> = {},
  options: Partial<Parameters<typeof drillJob>[1]> = {},
) =>
  drillJob(job, {
    scenario: { ...nothingChanged, ...scenario },
    engine: { ...world.engine, measurements: new Measurements(world.clock) },
    measured: new Map(),
    mostWaits: 100_000,
    ...options,
  });

const step = (id: string, values: Partial<StepInput> = {}): StepInput => ({
  ...{ id, task: 'generation', input: 'Text.' },
  ...values,
});

const behaviors = {
  answers: says('The arm stops here.', { openAfter: 80, firstAfter: 300, every: 20 }),
  echoes: replies(({ work }) => work.text.slice(0, 40), { firstAfter: 5 }),
  'gives no usage': says('The arm stops.', { usage: null, firstAfter: 31 }),
  'is cut': says('One sentence. Another sen', { end: 'length', firstAfter: 47 }),
  refuses: says('No.', { end: 'refusal', firstAfter: 13 }),
  'is down': fails({ status: 503 }, 40),
  'is limited': limits(2_000),
  'is limited for long': limits(45_000),
  'denies it': fails({ status: 401 }, 23),
  'rejects it': fails({ status: 422 }, 15),
  'breaks off': breaksOff('The arm '),
  'falls silent': fallsSilent('The '),
  'never accepts': neverAccepts,
  'never ends': neverEnds,
};
type BehaviorName = keyof typeof behaviors;

const names = ['fast', 'quality', 'slow', 'flaky', 'limited', 'down', 'cut', 'stall'];
const behavior = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<BehaviorName[]>('answers', 'echoes', 'gives no usage') },
  { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(behaviors) as BehaviorName[])) },
);
const scripts = fc
  .tuple(...names.map(() => fc.array(behavior, { minLength: 3, maxLength: 8 })))
  .map((lists) => Object.fromEntries(names.map((name, index) => [name, lists[index] ?? []])));
const scriptOf = (chosen: Record<string, BehaviorName[]>): Script =>
  Object.fromEntries(Object.entries(chosen).map(([name, list]) => [name, list.map((one) => behaviors[one])]));

const model = fc.constantFrom(...names.map((name) => `sandbox/${name}`));
const anyStep = (position: number): fc.Arbitrary<StepInput> =>
  fc.record({
    id: fc.constant(`s${position}`),
    task: fc.constantFrom('generation', 'classification', 'summarization', 'approval'),
    options: fc.constant(null),
    dependsOn: fc.subarray(
      Array.from({ length: position }, (_, index) => `s${index}`),
      { maxLength: Math.min(position, 2) },
    ),
    input: fc.constant('Text.'),
    model: fc.option(model),
    fallbacks: fc.option(fc.array(model, { maxLength: 2 })),
    strategy: fc.constantFrom('QUALITY', 'SPEED', 'COST', 'BALANCED'),
    retries: fc.nat(3),
    timeout_ms: fc.constantFrom(null, 1_000, 20_000),
    first_token_timeout_ms: fc.constantFrom(null, 1_000),
    on_error: fc.constantFrom('FAIL', 'CONTINUE'),
    on_refusal: fc.constantFrom('FAIL', 'FALLBACK'),
    condition: fc.constantFrom(null, null, 'true', 'false', 'variables.missing == 1'),
  });
const onTimeout = fc.constantFrom('APPROVE', 'FAIL', 'REFUSE');
function withOptions(input: StepInput, on_timeout: string): StepInput {
  const { id, task, dependsOn, on_error, condition } = input;
  if (task === 'classification') return { ...input, options: { labels: ['one', 'two'] } };
  if (task !== 'approval') return { ...input, options: undefined };
  // No model is called.
  return step(id, { task, dependsOn, on_error, condition, options: { timeout: 60, on_timeout } });
}
const workflows = fc
  .integer({ min: 1, max: 6 })
  .chain((count) =>
    fc.tuple(
      ...Array.from({ length: count }, (_, position) =>
        fc.tuple(anyStep(position), onTimeout).map(([one, end]) => withOptions(one, end)),
      ),
    ),
  );

test('if nothing is changed, a drill is what really happened: states, models, attempts, times, and costs to the nano-dollar', async () => {
  const jobs = fc.tuple(scripts, workflows, fc.integer({ min: 1, max: 4 }));
  await fc.assert(
    fc.asyncProperty(jobs, async ([script, steps, slots]) => {
      const recorded = await runAndRecord(scriptOf(script), steps, { slots });
      const drilled = await drill(recorded);
      expect(asDrilled(drilled)).toEqual(asHappened(recorded));
    }),
    // A seed of its own: no record says in which order things happened within a millisecond.
    { numRuns: 300, seed: 67 },
  );
});

const asDrilled = ({ steps, ...job }: Awaited<ReturnType<typeof drill>>) => ({
  ...job,
  steps: steps.map(({ status, model, error, costNanos, attempts }) => ({
    ...{ status, model, error: errorOf(error), costNanos },
    attempts: attempts.map(({ position: _, basis: __, ...attempt }) => factsOf(attempt)),
  })),
});

const asHappened = ({ stored, job }: Recorded) => ({
  status: stored.end?.status,
  error: stored.end?.error ?? null,
  costNanos: stored.end?.costNanos,
  milliseconds: (stored.end?.finishedAt ?? 0) - (stored.startedAt ?? 0),
  approvalMs: stored.end?.times.approvalMs,
  steps: stored.steps.map(({ status, model, error, costNanos, position }) => ({
    ...{ status, model, error: errorOf(error), costNanos },
    attempts: job.attempts.filter((attempt) => attempt.position === position).map(factsOf),
  })),
});

/** Of two failures at the same millisecond, no record says which one kept a step from running. */
const errorOf = (error: RunError | null) =>
  error?.code === 'JOB_FAILED' || error?.code === 'DEPENDENCY_FAILED' ? 'kept from running' : error;

type Facts = Pick<
  Recorded['job']['attempts'][number],
  | 'model'
  | 'outcome'
  | 'code'
  | 'message'
  | 'status'
  | 'costNanos'
  | 'milliseconds'
  | 'startedAt'
  | 'retryAt'
  | 'usage'
>;
const factsOf = ({
  model,
  outcome,
  code,
  message,
  status,
  costNanos,
  milliseconds,
  startedAt,
  retryAt,
  usage,
}: Facts) => ({
  ...{ model, outcome, code, message, status, costNanos, milliseconds, startedAt, retryAt, usage },
});

const fine = says('Fine.', { firstAfter: 200, every: 10 });

test('if a model is down, the next one replies, at its own price and usual time', async () => {
  const steps = [step('a', { model: 'sandbox/fast', fallbacks: ['sandbox/quality'] })];
  const recorded = await runAndRecord({ fast: [fine] }, steps);
  const drilled = await drill(recorded, { down: ['sandbox/fast'], downAs: 'NO_CONNECTION' });
  expect(drilled.steps[0]).toMatchObject({ status: 'COMPLETED', model: 'sandbox/quality' });
  expect(drilled.steps[0]?.attempts.map(({ code, basis }) => [code, basis])).toEqual([
    ['STEP_TIMED_OUT', 'SCENARIO'],
    [null, 'CATALOG'],
  ]);
  // The connection's five seconds, and what the catalog says of the other model.
  const { catalog } = recorded.world.engine;
  expect(drilled.milliseconds).toBe(5_000 + catalog.named('sandbox/quality').latencyMs);
  expect(drilled.steps[0]?.attempts[1]?.usage).toEqual(recorded.job.attempts[0]?.usage);
});

test('if a provider is down, each of its models is called as often as the step says, then the step fails', async () => {
  const steps = [step('a', { model: 'sandbox/fast', fallbacks: ['sandbox/quality'], retries: 1 })];
  const drilled = await drill(await runAndRecord({ fast: [fine] }, steps), { down: ['sandbox'] });
  expect(drilled).toMatchObject({ status: 'FAILED', error: { code: 'FALLBACKS_EXHAUSTED' }, costNanos: 0 });
  const called = drilled.steps[0]?.attempts.map(({ model, status }) => [model, status]);
  const [fast, quality] = [
    ['sandbox/fast', 503],
    ['sandbox/quality', 503],
  ];
  expect(called).toEqual([fast, fast, quality, quality]);
});

test("a model that is slow is cut by its step's own clock, or replies later", async () => {
  const pinned = { model: 'sandbox/fast', fallbacks: ['sandbox/quality'] };
  const recorded = await runAndRecord({ fast: [fine] }, [
    step('a', { ...pinned, first_token_timeout_ms: 3_000 }),
  ]);
  const cut = await drill(recorded, { slow: [{ of: 'sandbox', firstTokenMs: 4_000 }] });
  expect(cut.steps[0]?.attempts[0]).toMatchObject({
    code: 'STEP_TIMED_OUT',
    message: "The first token didn't come within 3 seconds.",
    milliseconds: 3_000,
  });
  const late = await drill(recorded, { slow: [{ of: 'sandbox/fast', firstTokenMs: 2_500 }] });
  expect(late.steps[0]).toMatchObject({ status: 'COMPLETED', model: 'sandbox/fast' });
  const actual = recorded.job.attempts[0];
  expect(late.milliseconds).toBe(2_500 + (actual?.milliseconds ?? 0) - (actual?.firstTokenMs ?? 0));
  expect(late.costNanos).toBe(actual?.costNanos);
});

test('a price changes what a step by cost calls, and only the cost of the others', async () => {
  const script = { fast: [fine], quality: [fine] };
  const steps = [
    step('cheap', { strategy: 'COST' }),
    step('good', { strategy: 'QUALITY', model: null }),
    step('pinned', { model: 'sandbox/fast' }),
  ];
  const recorded = await runAndRecord(script, steps);
  const served = recorded.stored.steps.map(({ model }) => model);
  expect(served).toEqual(['sandbox/fast', 'sandbox/quality', 'sandbox/fast']);
  const drilled = await drill(recorded, { prices: [{ of: 'sandbox/fast', factor: 1_000 }] });
  expect(drilled.steps.map(({ model }) => model)).toEqual([
    'sandbox/quality',
    'sandbox/quality',
    'sandbox/fast',
  ]);
  expect(drilled.steps[2]?.costNanos).toBe(1_000 * (recorded.stored.steps[2]?.costNanos ?? NaN));
  expect(drilled.steps[1]?.costNanos).toBe(recorded.stored.steps[1]?.costNanos);
});

test('a job that would have failed says where, and its other steps follow on_error', async () => {
  const steps = [
    step('a', { model: 'sandbox/fast', retries: 0 }),
    step('b', { model: 'sandbox/quality', dependsOn: ['a'] }),
    step('c', { model: 'sandbox/quality' }),
  ];
  const script = { fast: [fine], quality: [fine] };
  const failing = await drill(await runAndRecord(script, steps), { down: ['sandbox/fast'] });
  expect(failing).toMatchObject({ status: 'FAILED', error: { code: 'PROVIDER_UNAVAILABLE', stepId: 'a' } });
  expect(failing.steps.map(({ status }) => status)).toEqual(['FAILED', 'SKIPPED', 'COMPLETED']);
  const lenient = steps.map((one) => ({ ...one, on_error: 'CONTINUE' as const }));
  const going = await drill(await runAndRecord(script, lenient), { down: ['sandbox/fast'] });
  expect(going.status).toBe('COMPLETED_WITH_FAILURES');
  expect(going.steps.map(({ status }) => status)).toEqual(['FAILED', 'COMPLETED', 'COMPLETED']);
});

test('a step that never ran is unknown, not guessed', async () => {
  const steps = [
    step('a', { strategy: 'COST', retries: 0, fallbacks: [] }),
    step('b', { model: 'sandbox/quality', dependsOn: ['a'] }),
  ];
  const recorded = await runAndRecord({ fast: [fails({ status: 401 })], quality: [fine] }, steps);
  expect(recorded.stored.end?.status).toBe('FAILED');
  const drilled = await drill(recorded, { prices: [{ of: 'sandbox/fast', factor: 1_000 }] });
  expect(drilled.steps.map(({ status }) => status)).toEqual(['COMPLETED', null]);
  expect(drilled).toMatchObject({ status: null, costNanos: null, milliseconds: null });
});

const check = (timeout: number, more: Partial<StepInput> = {}) =>
  step('check', { task: 'approval', options: { timeout, on_timeout: 'APPROVE' }, ...more });

test('a person takes as long as really, in a time of its own that holds no slot', async () => {
  const steps = [
    step('a', { model: 'sandbox/fast' }),
    check(3_600, { dependsOn: ['a'] }),
    step('b', { model: 'sandbox/quality', dependsOn: ['a'] }),
    step('c', { model: 'sandbox/fast', dependsOn: ['check'] }),
  ];
  const recorded = await runAndRecord({ fast: [fine], quality: [fine] }, steps, { slots: 1 });
  const slow = await drill(recorded, { slow: [{ of: 'sandbox/fast', firstTokenMs: 2_200 }] });
  expect(slow).toMatchObject({ status: 'COMPLETED', costNanos: recorded.stored.end?.costNanos });
  // Two of its calls take longer, and the call of b is during the wait.
  const { milliseconds, approvalMs = NaN } = asHappened(recorded);
  const later = 2_200 - (recorded.job.attempts[0]?.firstTokenMs ?? NaN);
  expect([slow.milliseconds, slow.approvalMs]).toEqual([milliseconds + 2 * later, approvalMs]);
  expect(approvalMs).toBeLessThan(3_600_000);
});

test('a decision that never came is unknown if it would have counted, and not if the job fails before', async () => {
  const steps = [
    step('a', { model: 'sandbox/fast', retries: 0, fallbacks: [] }),
    step('b', { model: 'sandbox/quality' }),
    check(3_600),
  ];
  const script = { fast: [fails({ status: 401 }, 500)], quality: [fine] };
  const recorded = await runAndRecord(script, steps);
  const { steps: drilled, ...job } = await drill(recorded, {
    slow: [{ of: 'sandbox/quality', firstTokenMs: 5_000 }],
  });
  expect(job).toMatchObject({ status: 'FAILED', costNanos: recorded.stored.end?.costNanos });
  expect(drilled[2]).toMatchObject({ status: 'FAILED', error: { code: 'JOB_FAILED' } });
  const cheap = [step('a', { strategy: 'COST', retries: 0, fallbacks: [] }), check(3_600)];
  const open = await runAndRecord(script, cheap);
  const other = await drill(open, { prices: [{ of: 'sandbox/fast', factor: 1_000 }] });
  expect(other.steps.map(({ status }) => status)).toEqual(['COMPLETED', null]);
  expect(other).toMatchObject({ status: null, costNanos: null, milliseconds: null, approvalMs: null });
});

test('a drill of too many waits is given up', async () => {
  const recorded = await runAndRecord({ fast: [fine] }, [step('a', { model: 'sandbox/fast', retries: 5 })]);
  const down = { down: ['sandbox'], downAs: 'NO_CONNECTION' } as const;
  await expect(drill(recorded, down, { mostWaits: 3 })).rejects.toThrow(DrillTooLong);
});

test('a drill whose caller leaves in the middle is given up, with the reason', async () => {
  const recorded = await runAndRecord({ fast: [fine] }, [step('a', { model: 'sandbox/fast', retries: 5 })]);
  const [control, left] = [new AbortController(), new Error('The caller has left.')];
  const drilling = drill(recorded, { down: ['sandbox'] }, { signal: control.signal });
  setImmediate(() => control.abort(left));
  await expect(drilling).rejects.toBe(left);
});

test('the usual time of a model is looked for once, however often the model is called', async () => {
  const pinned = { model: 'sandbox/fast', fallbacks: ['sandbox/quality'] };
  const recorded = await runAndRecord({ fast: [fine] }, [
    step('a', { ...pinned, first_token_timeout_ms: 3_000, retries: 2 }),
  ]);
  const measured = new Map([['sandbox/quality', { firstTokenMs: 10, milliseconds: 20 }]]);
  const lookUp = vi.spyOn(measured, 'get');
  const slow = { down: ['sandbox/fast'], slow: [{ of: 'sandbox/quality', firstTokenMs: 4_000 }] };
  const drilled = await drill(recorded, slow, { measured });
  const calls = drilled.steps[0]?.attempts.filter(({ model }) => model === 'sandbox/quality');
  expect(calls?.length).toBeGreaterThan(1);
  expect(lookUp).toHaveBeenCalledExactlyOnceWith('sandbox/quality');
});
