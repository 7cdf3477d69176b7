import { expect, test } from 'vitest';
import { workflowLimits } from '@/lib/config/limits';
import { runJob } from '@/lib/engine/run/run-job';
import type { StepState } from '@/lib/engine/run/run-store';
import { limits, says } from '@/testing/engine/behaviors';
import { EngineWorld } from '@/testing/engine/engine-world';
import { plannedWorkflow } from '@/testing/engine/planned-workflow';

const step = (id: string, more: object = {}) => ({
  id,
  task: 'generation',
  model: 'sandbox/fast',
  on_error: 'CONTINUE' as const,
  ...more,
});
const letters = (count: number) => says(`${'é'.repeat(count)}.`);
const ids = ['a', 'b', 'c', 'd', 'e', 'f'];

const codes = (steps: readonly StepState[]) => steps.map(({ error }) => error?.code ?? null);
const stored = (steps: readonly StepState[]) =>
  steps.reduce(
    (sum, { output }) => sum + (output === null ? 0 : Buffer.byteLength(JSON.stringify(output))),
    0,
  );

test.each(['PARALLEL', 'SEQUENTIAL'] as const)(
  'the outputs of a %s job stay within its bound in bytes: a step that would pass it fails, and keeps none',
  async (mode) => {
    const world = new EngineWorld({ fast: [letters(100)] });
    const input = { mode, input: 'x' };
    const id = world.store.add(
      plannedWorkflow(
        ids.map((each) => step(each, { input: 'Go.' })),
        input,
      ),
    );
    world.store.job(id).outputBounds = { job: 700, storageLeft: 10_000 };
    await world.clock.run(world.finish(id));
    const { steps, end } = world.store.job(id);
    expect(stored(steps)).toBeLessThanOrEqual(700);
    expect(codes(steps).filter((code) => code === null)).toHaveLength(3);
    expect(codes(steps).filter((code) => code === 'OUTPUT_TOO_LARGE')).toHaveLength(3);
    expect(steps.filter(({ error }) => error).every(({ output }) => output === null)).toBe(true);
    expect(end?.status).toBe('COMPLETED_WITH_FAILURES');
  },
);

test('without any space left, a step fails before a model is called', async () => {
  const world = new EngineWorld({ fast: [letters(100)] });
  const id = world.store.add(plannedWorkflow([step('a', { on_error: 'FAIL' })]));
  world.store.job(id).outputBounds = { job: 1_000, storageLeft: 0 };
  await world.clock.run(world.finish(id));
  const { steps, end } = world.store.job(id);
  expect(world.provider.calls).toEqual([]);
  expect(steps[0]?.error).toEqual({
    code: 'OUTPUT_TOO_LARGE',
    message:
      "The account's storage has no space for the output. Delete jobs, or ask an admin for a larger plan.",
    stepId: 'a',
  });
  expect(end?.status).toBe('FAILED');
});

test('outputs of an earlier run count: a job that is taken again stays within the same bound', async () => {
  const world = new EngineWorld({ fast: [letters(100)], limited: [limits(60_000), letters(100)] });
  const steps = [step('a'), step('b', { model: 'sandbox/limited' }), step('c', { model: 'sandbox/limited' })];
  const id = world.store.add(plannedWorkflow(steps, { mode: 'PARALLEL' }));
  world.store.job(id).outputBounds = { job: 500, storageLeft: 10_000 };
  await world.clock.run(world.finish(id));
  const { steps: states, epoch } = world.store.job(id);
  expect(epoch).toBeGreaterThan(1);
  expect(stored(states)).toBeLessThanOrEqual(500);
  expect(codes(states).filter((code) => code === 'OUTPUT_TOO_LARGE')).toHaveLength(1);
});

test('the free storage bounds further outputs, not outputs that are already stored', async () => {
  const world = new EngineWorld({ fast: [letters(100)], limited: [limits(60_000), letters(100)] });
  const steps = [step('a'), step('b', { model: 'sandbox/limited' })];
  const id = world.store.add(plannedWorkflow(steps, { mode: 'PARALLEL' }));
  // The output of the first is counted as stored by then.
  world.store.job(id).outputBounds = { job: 10_000, storageLeft: 250 };
  await world.clock.run(world.finish(id));
  expect(codes(world.store.job(id).steps)).toEqual([null, null]);
});

test('an output may have as much as fits one response, whatever the job may have', async () => {
  const most = workflowLimits.outputBytes;
  const world = new EngineWorld({ fast: [letters(most / 2)] });
  const { steps } = await world.run(plannedWorkflow([step('a')]));
  expect(steps[0]?.error).toMatchObject({
    code: 'OUTPUT_TOO_LARGE',
    message: expect.stringContaining('more than 4 MiB'),
  });
});

test('the pieces of a long text count while it has no output', async () => {
  const world = new EngineWorld({ fast: [letters(100)] });
  const input = 'The arm stops here again. '.repeat(12_000);
  const workflow = plannedWorkflow([step('a', { task: 'summarization' })], { input });
  const free = await world.run(workflow);
  expect(codes(free.steps)).toEqual([null]);
  const calls = world.provider.calls.length;
  const id = world.store.add(workflow);
  world.store.job(id).outputBounds = { job: 250, storageLeft: 10_000 };
  await world.clock.run(world.finish(id));
  const bound = world.store.job(id);
  expect(bound.steps[0]?.error).toMatchObject({
    code: 'OUTPUT_TOO_LARGE',
    // The bound is of the job, whichever piece passes it.
    message: expect.stringMatching(/^The outputs of the job exceed .* in total\. /),
  });
  expect(bound.steps[0]?.pieces).toEqual([]);
  expect(world.provider.calls.length - calls).toBeLessThan(calls);
});

test.each([
  ['SEQUENTIAL', 4, [1, 2, 3, 4, 5]],
  ['PARALLEL', 4, [4]],
] as const)(
  'a %s job whose outputs have no space in memory is returned once the steps under way have settled, and continues',
  async (mode, slots, settled) => {
    const world = new EngineWorld({ fast: [letters(100)] });
    const steps = ids.map((each) => step(each, { input: 'Go.' }));
    const id = world.store.add(plannedWorkflow(steps, { mode, input: 'x' }), slots);
    const heard: number[] = [];
    const run = () =>
      runJob(world.store.take(id), world.engine, new AbortController().signal, world.clock, (bytes) => {
        heard.push(bytes);
        return false;
      });
    for (const count of settled) {
      expect(await world.clock.run(run())).toBe('returned');
      expect(world.store.job(id).steps.filter(({ status }) => status === 'COMPLETED')).toHaveLength(count);
    }
    expect(await world.clock.run(run())).toBe('ended');
    expect(world.store.job(id).end?.status).toBe('COMPLETED');
    expect(world.provider.calls).toHaveLength(ids.length);
    expect(heard.at(-1)).toBe(stored(world.store.job(id).steps));
  },
);
