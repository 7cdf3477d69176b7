import fc from 'fast-check';
import { expect, test } from 'vitest';
import { workflowLimits } from '@/lib/config/limits';
import { JobClock, latestMoment } from '@/lib/engine/run/job-clock';
import { runJob } from '@/lib/engine/run/run-job';
import type { StepInput } from '@/lib/engine/workflow';
import {
  breaksOff,
  fails,
  fallsSilent,
  limits,
  neverAccepts,
  neverEnds,
  says,
} from '@/testing/engine/behaviors';
import { EngineWorld } from '@/testing/engine/engine-world';
import { plannedWorkflow } from '@/testing/engine/planned-workflow';
import type { Script } from '@/testing/engine/scripted-provider';

const HOUR = 3_600_000;
const fine = says('The arm stops here.', { openAfter: 80, firstAfter: 300, every: 20 });

/** Models that lead to retries, parked steps, open breakers, and each of the four timeouts. */
const script: Script = {
  fast: [fine],
  quality: [fails({ status: 503 }, 40), fails({ status: 503 }, 40), fine],
  flaky: [fails({ status: 503 }, 700)],
  limited: [limits(2_000), limits(45_000), fine, limits(20_000), fine],
  slow: [neverAccepts, fallsSilent('The '), fine],
  stall: [neverEnds],
  cut: [breaksOff('The arm '), fine],
};

const step = (id: string, model: string, more: Partial<StepInput> = {}): StepInput => ({
  id,
  task: 'generation',
  input: 'Text.',
  model: `sandbox/${model}`,
  retries: 3,
  on_error: 'CONTINUE',
  ...more,
});

const workflows = [
  ['fast', 'quality', 'flaky'],
  ['limited', 'slow', 'fast'],
  ['stall', 'cut', 'flaky'],
  ['flaky', 'limited', 'flaky', 'cut'],
].map((models, index) =>
  plannedWorkflow(
    models.map((model, position) =>
      step(`s${position}`, model, position === 2 && index > 1 ? { dependsOn: ['s0'] } : {}),
    ),
    { mode: index === 1 ? 'SEQUENTIAL' : 'DEPENDENCY' },
  ),
);

/** Everything that callers see of the jobs and providers of the calls, by a clock that never jumps. */
async function play(jumps: readonly { after: number; by: number }[]) {
  const world = new EngineWorld(script);
  const ids = workflows.map((workflow) => world.store.add(workflow, workflowLimits.stepsAtOnce));
  const jump = async () => {
    for (const { after, by } of jumps) {
      await world.clock.sleep(after);
      world.clock.jump(by);
    }
  };
  await world.clock.run(Promise.all([...ids.map((id) => world.finish(id)), jump()]));
  const jobs = ids.map((id) => world.store.job(id));
  return {
    calls: world.provider.calls.map(({ model, at }) => [model, at]),
    attempts: jobs.map(({ attempts }) =>
      attempts.map(({ model, outcome, code, milliseconds }) => [model, outcome, code, milliseconds]),
    ),
    steps: jobs.map(({ steps }) =>
      steps.map(({ status, error, latencyMs, startedAt, finishedAt }) => [
        ...[status, error?.code, latencyMs],
        (finishedAt ?? 0) - (startedAt ?? 0),
      ]),
    ),
    durations: jobs.map(({ end, startedAt }) => (end?.finishedAt ?? 0) - (startedAt ?? 0)),
  };
}

test('outcomes, durations, and order are the same while the wall clock jumps forwards and back by hours', async () => {
  const expected = await play([]);
  expect(expected.attempts.flat().map(([, , code]) => code)).toEqual(
    expect.arrayContaining(['CIRCUIT_OPEN', 'PROVIDER_RATE_LIMITED', 'STEP_TIMED_OUT', 'STREAM_CUT']),
  );
  expect(expected.steps.flat().map(([status]) => status)).toEqual(
    expect.arrayContaining(['COMPLETED', 'FAILED']),
  );
  const jumps = fc.array(
    fc.record({ after: fc.integer({ min: 1, max: 20_000 }), by: fc.integer({ min: -25, max: 25 }) }),
    { minLength: 1, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(jumps, async (list) => {
      expect(await play(list.map(({ after, by }) => ({ after, by: by * HOUR })))).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test.each([
  ['set back by a day', -24 * HOUR, 60_000],
  ['set forwards by a day', 24 * HOUR, 0],
])(
  'a parked step that another process takes up on a clock %s waits no longer than asked',
  async (_, by, left) => {
    const world = new EngineWorld({ limited: [limits(60_000), fine] });
    const id = world.store.add(plannedWorkflow([step('a', 'limited')]));
    expect(await world.clock.run(world.begin(id))).toBe('parked');
    await world.clock.run(world.clock.sleep(20_000));
    world.clock.jump(by);
    const from = world.clock.elapsed();
    // It knows only the stored state.
    const clock = new JobClock(world.clock, latestMoment(world.store.take(id)));
    const takeUp = async () => {
      for (;;) {
        const job = world.store.take(id);
        if ((await runJob(job, world.engine, new AbortController().signal, clock)) === 'ended') return;
        await world.clock.sleep((world.store.job(id).parkedUntil ?? 0) - clock.now());
      }
    };
    await world.clock.run(takeUp());
    expect((world.provider.calls[1]?.at ?? 0) - from).toBe(left);
    const { end, startedAt } = world.store.job(id);
    expect((end?.finishedAt ?? 0) - (startedAt ?? 0)).toBeGreaterThanOrEqual(0);
  },
);
