import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Interruption } from '@/lib/engine/run/run-error';
import { isSettled } from '@/lib/engine/run/settle-steps';
import type { StepInput } from '@/lib/engine/workflow';
import {
  breaksOff,
  fails,
  fallsSilent,
  ignoresAbort,
  limits,
  neverAccepts,
  neverEnds,
  replies,
  says,
} from '@/testing/engine/behaviors';
import { EngineWorld } from '@/testing/engine/engine-world';
import type { StoredJob } from '@/testing/engine/memory-run-store';
import { plannedWorkflow } from '@/testing/engine/planned-workflow';
import type { Script } from '@/testing/engine/scripted-provider';

/** Some worlds instead of one, so that no breaker stays open for all. */
const WORLDS = 20;
const PER_WORLD = 50;

const behaviors = {
  answers: says('The arm stops here.', { openAfter: 80, firstAfter: 300, every: 20 }),
  echoes: replies(({ work }) => work.text.slice(0, 40), { firstAfter: 5 }),
  'gives no usage': says('The arm stops.', { usage: null }),
  'is cut': says('One sentence. Another sen', { end: 'length' }),
  refuses: says('No.', { end: 'refusal' }),
  'is down': fails({ status: 503 }, 40),
  'is limited': limits(2_000),
  'is limited for long': limits(45_000),
  'denies it': fails({ status: 401 }),
  'breaks off': breaksOff('The arm '),
  'falls silent': fallsSilent('The '),
  'never accepts': neverAccepts,
  'never ends': neverEnds,
  'ignores its signal': ignoresAbort,
};

type BehaviorName = keyof typeof behaviors;

const names = ['fast', 'quality', 'slow', 'flaky', 'limited', 'down', 'cut', 'stall'];
const behavior = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<BehaviorName[]>('answers', 'echoes', 'gives no usage') },
  { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(behaviors) as BehaviorName[])) },
);
/** Each model's behavior per call, by name: a counterexample shows the names. */
const scripts = fc
  .tuple(...names.map(() => fc.array(behavior, { minLength: 3, maxLength: 12 })))
  .map((lists) => Object.fromEntries(names.map((name, index) => [name, lists[index] ?? []])));

const scriptOf = (chosen: Record<string, BehaviorName[]>): Script =>
  Object.fromEntries(Object.entries(chosen).map(([name, list]) => [name, list.map((one) => behaviors[one])]));

const model = fc.constantFrom(...names.map((name) => `sandbox/${name}`));
const step = (position: number): fc.Arbitrary<StepInput> =>
  fc.record({
    id: fc.constant(`s${position}`),
    task: fc.constant('generation'),
    dependsOn: fc.subarray(
      Array.from({ length: position }, (_, index) => `s${index}`),
      { maxLength: Math.min(position, 2) },
    ),
    input: fc.constant('Text.'),
    model: fc.option(model),
    fallbacks: fc.option(fc.array(model, { maxLength: 2 })),
    retries: fc.nat(3),
    on_error: fc.constantFrom('FAIL', 'CONTINUE'),
    on_refusal: fc.constantFrom('FAIL', 'FALLBACK'),
    condition: fc.constantFrom(null, 'true', 'false', 'variables.missing == 1'),
  });

const workflows = fc
  .integer({ min: 1, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, position) => step(position))));

/** How a run is disturbed: not at all, canceled or given back after so many milliseconds, or its worker lost. */
const disturbances = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('canceled', 'returned', 'lost'),
      after: fc.integer({ min: 0, max: 20_000 }),
    }),
  },
);

test('a thousand workflows of every kind, whatever their models do: each ends, with its books in order', async () => {
  const run = fc.tuple(workflows, disturbances, fc.integer({ min: 1, max: 4 }));
  const ofWorld = fc.tuple(scripts, fc.array(run, { minLength: PER_WORLD, maxLength: PER_WORLD }));
  await fc.assert(
    fc.asyncProperty(ofWorld, async ([script, runs]) => {
      const world = new EngineWorld(scriptOf(script));
      const ids = runs.map(([steps, , slots]) => world.store.add(plannedWorkflow(steps), slots));
      const work = runs.map(([, disturbance], index) => disturbed(world, ids[index] ?? '', disturbance));
      await world.clock.run(Promise.all(work));
      for (const id of ids) expectEnded(world.store.job(id));
      expectCallsOnBooks(world);
      expect(world.clock.sleeping).toBe(0);
    }),
    // A thousand workflows are shrunk by hand: replay the seed with fewer.
    { numRuns: WORLDS, endOnFailure: true },
  );
});

function expectEnded({ end, steps, attempts }: StoredJob) {
  expect(end).not.toBeNull();
  expect(steps.every(isSettled)).toBe(true);
  for (const { position } of steps) {
    const outcomes = attempts
      .filter((attempt) => attempt.position === position)
      .toSorted((one, other) => one.number - other.number)
      .map(({ outcome }) => outcome);
    expect(outcomes.indexOf('ANSWERED')).toBeOneOf([-1, outcomes.length - 1]);
  }
}

/** A row each; the rows of calls that never left are LOST. */
function expectCallsOnBooks({ store, provider }: EngineWorld) {
  const rows = [...store.jobs.values()]
    .flatMap(({ attempts }) => attempts)
    .filter(({ outcome }) => outcome !== 'PASSED_OVER');
  expect(provider.calls.length).toBeLessThanOrEqual(rows.length);
  expect(provider.calls.length).toBeGreaterThanOrEqual(
    rows.filter(({ outcome }) => outcome !== 'LOST').length,
  );
}

/** Runs a job to its end, disturbed once. */
async function disturbed(
  world: EngineWorld,
  id: string,
  disturbance: { kind: string; after: number } | null,
): Promise<void> {
  if (!disturbance) return world.finish(id);
  const { kind, after } = disturbance;
  const control = new AbortController();
  const run = world.begin(id, control.signal);
  await world.clock.sleep(after);
  if (kind === 'canceled' || kind === 'returned') control.abort(new Interruption(kind));
  // A lost worker keeps running the job in parallel with its successor.
  if (kind !== 'lost') await run;
  if (!world.store.job(id).end) await world.finish(id);
  await run;
}
