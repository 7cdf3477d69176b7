import { expect, test } from 'vitest';
import { Interruption } from '@/lib/engine/run/run-error';
import { runJob } from '@/lib/engine/run/run-job';
import type { StepInput } from '@/lib/engine/workflow';
import { fails, fallsSilent, limits, neverEnds, replies, says } from '@/testing/engine/behaviors';
import { EngineWorld } from '@/testing/engine/engine-world';
import { asksNobody, type StoredJob } from '@/testing/engine/memory-run-store';
import { plannedWorkflow } from '@/testing/engine/planned-workflow';

const fine = says('Fine.');
const down = fails({ status: 401 });
const refusesFiles = { ...asksNobody, keepFile: () => Promise.reject(new Error('No step writes a file.')) };

const step = (id: string, values: Partial<StepInput> = {}): StepInput => ({
  ...{ id, task: 'generation', model: 'sandbox/fast' },
  ...values,
});

/** By id, how each step has ended. */
const outcomes = ({ workflow, steps }: StoredJob) =>
  Object.fromEntries(
    steps.map(({ position, status, error }) => [
      workflow.steps[position]?.id,
      error ? `${status} ${error.code} ${error.stepId}` : status,
    ]),
  );

test("steps without dependencies run at once, up to the job's slots", async () => {
  const world = new EngineWorld({ fast: [says('Fine.', { firstAfter: 1_000 })] });
  const steps = ['a', 'b', 'c', 'd', 'e'].map((id) => step(id));
  await world.run(plannedWorkflow(steps, { mode: 'PARALLEL' }), 2);
  const begun = world.provider.calls.map(({ at }) => at - (world.provider.calls[0]?.at ?? 0));
  expect(begun).toEqual([0, 0, 1_000, 1_000, 2_000]);
});

test('a step starts as soon as what it waits for has settled, not with its wave', async () => {
  const world = new EngineWorld({
    fast: [says('Fine.', { firstAfter: 1_000 })],
    slow: [says('Fine.', { firstAfter: 5_000 })],
  });
  const steps = [
    step('quick'),
    step('slow', { model: 'sandbox/slow' }),
    step('after', { dependsOn: ['quick'] }),
    step('last', { dependsOn: ['after', 'slow'] }),
  ];
  const job = await world.run(plannedWorkflow(steps));
  const start = job.startedAt ?? 0;
  expect(job.steps.map(({ startedAt }) => (startedAt ?? 0) - start)).toEqual([0, 0, 1_000, 5_000]);
});

test('a step reads the output of what it depends on, and all by id if it depends on several', async () => {
  const world = new EngineWorld({ fast: [replies(({ work }) => `<${work.text}>`)] });
  const steps = [step('a'), step('b', { dependsOn: ['a'] }), step('c', { dependsOn: ['a', 'b'] })];
  const job = await world.run(plannedWorkflow(steps, { input: 'x' }));
  expect(job.steps.slice(0, 2).map(({ output }) => output)).toEqual([{ text: '<x>' }, { text: '<<x>>' }]);
  const read = world.provider.calls[2]?.request.work.text ?? '';
  expect(JSON.parse(read)).toEqual({ a: { text: '<x>' }, b: { text: '<<x>>' } });
});

test('SEQUENTIAL runs step by step, each reading the one before', async () => {
  const world = new EngineWorld({ fast: [replies(({ work }) => `${work.text}!`)] });
  const job = await world.run(
    plannedWorkflow([step('a'), step('b'), step('c')], { mode: 'SEQUENTIAL', input: 'x' }),
  );
  expect(job.steps.at(-1)?.output).toEqual({ text: 'x!!!' });
});

test("a failed step fails the job: its dependents and the steps that hadn't begun are skipped with the reason", async () => {
  const world = new EngineWorld({ fast: [says('Fine.', { firstAfter: 1_000 })], down: [down] });
  const steps = [
    step('bad', { model: 'sandbox/down' }),
    step('running'),
    step('child', { dependsOn: ['bad'] }),
    step('grandchild', { dependsOn: ['child'] }),
    step('unbegun', { dependsOn: ['running'] }),
  ];
  const job = await world.run(plannedWorkflow(steps));
  expect(outcomes(job)).toEqual({
    bad: 'FAILED PROVIDER_AUTH_FAILED bad',
    running: 'COMPLETED',
    child: 'SKIPPED DEPENDENCY_FAILED bad',
    grandchild: 'SKIPPED DEPENDENCY_FAILED bad',
    unbegun: 'SKIPPED JOB_FAILED bad',
  });
  expect(job.end).toMatchObject({
    status: 'FAILED',
    error: { code: 'PROVIDER_AUTH_FAILED', stepId: 'bad' },
    attempts: 2,
  });
});

test('with on_error CONTINUE the other steps run, and the job completes', async () => {
  const world = new EngineWorld({ fast: [fine], down: [down] });
  const steps = [
    step('bad', { model: 'sandbox/down', on_error: 'CONTINUE' }),
    step('after', { dependsOn: ['bad'], input: 'Status: {{ steps.bad.status }}' }),
  ];
  const job = await world.run(plannedWorkflow(steps));
  expect(outcomes(job)).toEqual({ bad: 'FAILED PROVIDER_AUTH_FAILED bad', after: 'COMPLETED' });
  expect(job.end?.status).toBe('COMPLETED_WITH_FAILURES');
  expect(world.provider.calls[1]?.request.work.text).toBe('Status: FAILED');
});

test('a step that reads only a failed step has no text to work on', async () => {
  const world = new EngineWorld({ fast: [fine], down: [down] });
  const steps = [
    step('bad', { model: 'sandbox/down', on_error: 'CONTINUE' }),
    step('after', { dependsOn: ['bad'] }),
  ];
  expect(outcomes(await world.run(plannedWorkflow(steps))).after).toBe('FAILED PROMPT_EMPTY after');
});

test('a step whose condition is false is skipped, without a call, and what depends on it runs', async () => {
  const world = new EngineWorld({ fast: [fine] });
  const steps = [
    step('a', { condition: '1 > 2' }),
    step('b', { dependsOn: ['a'], input: 'A is {{ steps.a.status }}.' }),
  ];
  const job = await world.run(plannedWorkflow(steps));
  expect(outcomes(job)).toEqual({ a: 'SKIPPED CONDITION_FALSE a', b: 'COMPLETED' });
  expect(world.provider.calls.map(({ request }) => request.work.text)).toEqual(['A is SKIPPED.']);
});

test("the first step in the list that failed is the job's error", async () => {
  const world = new EngineWorld({
    down: [fails({ status: 401 }, 2_000)],
    cut: [fails({ status: 400 }, 1_000)],
  });
  const steps = [step('late', { model: 'sandbox/down' }), step('early', { model: 'sandbox/cut' })];
  const job = await world.run(plannedWorkflow(steps));
  expect(job.end?.error?.stepId).toBe('late');
});

test('a job that waits long is parked with its step, and continues from there', async () => {
  const world = new EngineWorld({ fast: [fine], limited: [limits(60_000), fine] });
  const steps = [step('a'), step('b', { dependsOn: ['a'], model: 'sandbox/limited' })];
  const id = world.store.add(plannedWorkflow(steps));
  expect(await world.clock.run(world.begin(id))).toBe('parked');
  const parked = world.store.job(id);
  const until = world.clock.now() + 60_000;
  expect(parked.parkedUntil).toBe(until);
  expect(parked.steps[1]).toMatchObject({ status: 'RUNNING', waitingUntil: until, attempts: 1 });
  expect(parked.end).toBeNull();
  await world.clock.run(world.finish(id));
  expect(world.provider.called).toEqual(['fast', 'limited', 'limited']);
  expect(world.store.job(id)).toMatchObject({ end: { status: 'COMPLETED', attempts: 3 } });
});

test('a job that is taken before its time keeps waiting', async () => {
  const world = new EngineWorld({ limited: [limits(60_000), fine] });
  const id = world.store.add(plannedWorkflow([step('a', { model: 'sandbox/limited' })]));
  await world.clock.run(world.begin(id));
  const { parkedUntil } = world.store.job(id);
  expect(await world.clock.run(world.begin(id))).toBe('parked');
  expect(world.store.job(id).parkedUntil).toBe(parkedUntil);
  expect(world.provider.called).toEqual(['limited']);
});

test("a job isn't parked while another of its steps runs, and the parked step continues at its time", async () => {
  const world = new EngineWorld({
    limited: [limits(20_000), fine],
    slow: [says('a b c d e', { every: 9_000 })],
  });
  const steps = [step('a', { model: 'sandbox/limited' }), step('b', { model: 'sandbox/slow' })];
  const id = world.store.add(plannedWorkflow(steps, { mode: 'PARALLEL' }));
  expect(await world.clock.run(world.begin(id))).toBe('ended');
  const [first, , again] = world.provider.calls;
  expect((again?.at ?? 0) - (first?.at ?? 0)).toBe(20_000);
});

test('a step that is parked again and again while another runs has as many retries as alone', async () => {
  const world = new EngineWorld({
    limited: [limits(20_000)],
    slow: [says('a b c d e f g h i j', { every: 5_000 })],
  });
  const steps = [step('a', { model: 'sandbox/limited', retries: 1 }), step('b', { model: 'sandbox/slow' })];
  const job = await world.run(plannedWorkflow(steps, { mode: 'PARALLEL' }));
  expect(outcomes(job)).toEqual({ a: 'FAILED PROVIDER_RATE_LIMITED a', b: 'COMPLETED' });
  expect(world.provider.called).toEqual(['limited', 'slow', 'limited']);
});

test('a step that was parked names the models that had failed before, and calls none of them again', async () => {
  const world = new EngineWorld({ down: [down], limited: [limits(60_000), fine] });
  const steps = [step('a', { model: 'sandbox/down', fallbacks: ['sandbox/limited'] })];
  const job = await world.run(plannedWorkflow(steps));
  expect(job.steps[0]).toMatchObject({ model: 'sandbox/limited', fallbacks: ['sandbox/down'] });
  expect(world.provider.called).toEqual(['down', 'limited', 'limited']);
});

test('a step that was parked when another failed the job fails with it, and waits no longer', async () => {
  const world = new EngineWorld({ limited: [limits(60_000), fine], down: [fails({ status: 401 }, 1_000)] });
  const steps = [step('a', { model: 'sandbox/limited' }), step('b', { model: 'sandbox/down' })];
  const job = await world.run(plannedWorkflow(steps, { mode: 'PARALLEL' }));
  expect(outcomes(job).a).toBe('FAILED JOB_FAILED b');
  expect(job.steps[0]?.waitingUntil).toBeNull();
  expect(job.end?.error).toMatchObject({ code: 'PROVIDER_AUTH_FAILED', stepId: 'b' });
});

test('a canceled job ends at once: running steps are CANCELED and metered, waiting steps are SKIPPED', async () => {
  const world = new EngineWorld({ fast: [fine], slow: [neverEnds] });
  const steps = [
    step('done'),
    step('running', { model: 'sandbox/slow', dependsOn: ['done'] }),
    step('waiting', { dependsOn: ['running'] }),
  ];
  const id = world.store.add(plannedWorkflow(steps));
  expect(await world.interrupt(id, 'canceled', 3_000)).toBe('ended');
  const job = world.store.job(id);
  expect(outcomes(job)).toEqual({
    done: 'COMPLETED',
    running: 'CANCELED JOB_CANCELED null',
    waiting: 'SKIPPED JOB_CANCELED null',
  });
  expect(job.attempts.map(({ outcome }) => outcome)).toEqual(['ANSWERED', 'CANCELED']);
  expect(job.end).toMatchObject({ status: 'CANCELED', error: null, attempts: 2 });
  expect(job.steps[1]?.tokensOut).toBeGreaterThan(0);
  expect(world.clock.passed).toBe(3_000);
});

test('a canceled job leaves no parked step waiting', async () => {
  const world = new EngineWorld({ limited: [limits(60_000)], slow: [neverEnds] });
  const steps = [step('a', { model: 'sandbox/limited' }), step('b', { model: 'sandbox/slow' })];
  const id = world.store.add(plannedWorkflow(steps, { mode: 'PARALLEL' }));
  expect(await world.interrupt(id, 'canceled', 3_000)).toBe('ended');
  expect(world.store.job(id).steps[0]).toMatchObject({ status: 'CANCELED', waitingUntil: null });
});

test('a step that was given back before its job was canceled is CANCELED: it had begun', async () => {
  const world = new EngineWorld({ slow: [neverEnds] });
  const id = world.store.add(plannedWorkflow([step('a', { model: 'sandbox/slow' }), step('b')]));
  expect(await world.interrupt(id, 'returned', 3_000)).toBe('returned');
  const signal = AbortSignal.abort(new Interruption('canceled'));
  expect(await world.clock.run(world.begin(id, signal))).toBe('ended');
  expect(outcomes(world.store.job(id)).a).toBe('CANCELED JOB_CANCELED null');
});

test("a job whose step is stored as under way, though no process runs it, doesn't end as completed", async () => {
  const world = new EngineWorld({ fast: [fine] });
  const id = world.store.add(plannedWorkflow([step('a')]));
  const job = world.store.take(id);
  const steps = job.steps.map((state) => ({ ...state, status: 'RUNNING' as const, startedAt: 1 }));
  const run = runJob({ ...job, steps }, world.engine, new AbortController().signal);
  await expect(world.clock.run(run)).rejects.toThrow('neither under way nor settled');
  expect(world.store.job(id).end).toBeNull();
});

test('a job canceled before its first step calls no model', async () => {
  const world = new EngineWorld({ fast: [fine] });
  const id = world.store.add(plannedWorkflow([step('a')]));
  const signal = AbortSignal.abort(new Interruption('canceled'));
  expect(await world.clock.run(world.begin(id, signal))).toBe('ended');
  expect(world.provider.called).toEqual([]);
  expect(world.store.job(id)).toMatchObject({ end: { status: 'CANCELED', attempts: 0, startedAt: null } });
});

test('a returned job keeps what is finished and metered, and another run does the rest', async () => {
  const world = new EngineWorld({ fast: [fine], slow: [neverEnds, fine] });
  const steps = [step('a'), step('b', { model: 'sandbox/slow', dependsOn: ['a'] })];
  const id = world.store.add(plannedWorkflow(steps));
  expect(await world.interrupt(id, 'returned', 3_000)).toBe('returned');
  const returned = world.store.job(id);
  expect(returned).toMatchObject({ returned: true, end: null });
  expect(returned.steps.map(({ status }) => status)).toEqual(['COMPLETED', 'PENDING']);
  const spent = returned.attempts.map(({ costNanos }) => costNanos ?? 0);
  await world.clock.run(world.finish(id));
  expect(world.provider.called).toEqual(['fast', 'slow', 'slow']);
  const job = world.store.job(id);
  expect(job.end?.status).toBe('COMPLETED');
  expect(job.attempts.map(({ outcome }) => outcome)).toEqual(['ANSWERED', 'CANCELED', 'ANSWERED']);
  expect(job.end?.costNanos ?? 0).toBeGreaterThan(spent.reduce((sum, cost) => sum + cost, 0));
});

test('a returned step that was parked stays parked', async () => {
  const world = new EngineWorld({ limited: [limits(60_000), fine], slow: [neverEnds, fine] });
  const steps = [step('a', { model: 'sandbox/limited' }), step('b', { model: 'sandbox/slow' })];
  const id = world.store.add(plannedWorkflow(steps, { mode: 'PARALLEL' }));
  await world.interrupt(id, 'returned', 3_000);
  expect(world.store.job(id).steps.map(({ status }) => status)).toEqual(['RUNNING', 'PENDING']);
  await world.clock.run(world.finish(id));
  const again = world.provider.calls.filter(({ model }) => model === 'limited')[1];
  expect((again?.at ?? 0) - (world.provider.calls[0]?.at ?? 0)).toBe(60_000);
});

test('a run whose job was taken records nothing more, ends its calls, and leaves the job to the other', async () => {
  const world = new EngineWorld({ fast: [fine], slow: [says('a b', { firstAfter: 5_000 }), fine] });
  const steps = [step('a', { model: 'sandbox/slow' }), step('b', { dependsOn: ['a'] })];
  const id = world.store.add(plannedWorkflow(steps));
  const first = world.begin(id);
  const second = world.clock.sleep(1_000).then(() => world.finish(id));
  const [end] = await world.clock.run(Promise.all([first, second]));
  expect(end).toBe('taken');
  const job = world.store.job(id);
  expect(job.end?.status).toBe('COMPLETED');
  expect(job.attempts.map(({ position, outcome }) => [position, outcome])).toEqual([
    [0, 'LOST'],
    [0, 'ANSWERED'],
    [1, 'ANSWERED'],
  ]);
});

test("a lost call stays recorded with its estimate, and doesn't count as a failed call", async () => {
  const world = new EngineWorld({ flaky: [fallsSilent(''), fails({ status: 503 }), fine] });
  const id = world.store.add(plannedWorkflow([step('a', { model: 'sandbox/flaky', retries: 1 })]));
  void world.begin(id);
  await world.clock.run(world.clock.sleep(1_000));
  await world.clock.run(world.finish(id));
  const job = world.store.job(id);
  expect(job.attempts.map(({ outcome }) => outcome)).toEqual(['LOST', 'FAILED', 'ANSWERED']);
  expect(job.attempts[0]?.costNanos).toBeGreaterThan(0);
  expect(job.end?.costNanos).toBe(job.attempts.reduce((sum, { costNanos }) => sum + (costNanos ?? 0), 0));
});

test("retries that were used before a restart aren't given again", async () => {
  const world = new EngineWorld({ flaky: [fails({ status: 503 })] });
  const id = world.store.add(plannedWorkflow([step('a', { model: 'sandbox/flaky', retries: 2 })]));
  await world.interrupt(id, 'returned', 500);
  expect(world.provider.called).toHaveLength(2);
  await world.clock.run(world.finish(id));
  expect(world.provider.called).toHaveLength(3);
});

test('an output that another version stored in another shape fails its step, and calls nothing', async () => {
  const world = new EngineWorld({ fast: [fine], slow: [neverEnds] });
  const steps = [step('a'), step('b', { model: 'sandbox/slow', dependsOn: ['a'] })];
  const id = world.store.add(plannedWorkflow(steps));
  await world.interrupt(id, 'returned', 1_000);
  const job = world.store.job(id);
  const taken = world.store.take(id);
  const old = taken.steps.map((state) => (state.position === 0 ? { ...state, output: 'prose' } : state));
  // The store of a newer version would read the old shape back, too.
  job.steps = job.steps.map((state) => (state.position === 0 ? { ...state, status: 'PENDING' } : state));
  const calls = world.provider.calls.length;
  await world.clock.run(runJob({ ...taken, steps: old }, world.engine, new AbortController().signal));
  expect(outcomes(job)).toEqual({ a: 'FAILED STORED_RESULT_INVALID a', b: 'SKIPPED DEPENDENCY_FAILED a' });
  expect(world.provider.calls).toHaveLength(calls);
});

test('a step that ends while another one is being recorded is noticed at once', async () => {
  const world = new EngineWorld({
    fast: [says('Fine.', { firstAfter: 1_010 })],
    down: [fails({ status: 401 }, 1_000)],
  });
  const { store, clock } = world;
  const slow = {
    ...refusesFiles,
    record: async (...args: Parameters<typeof store.record>) => {
      await clock.sleep(100);
      return store.record(...args);
    },
  };
  const steps = [
    step('bad', { model: 'sandbox/down' }),
    step('good'),
    step('after', { dependsOn: ['bad', 'good'] }),
  ];
  const id = store.add(plannedWorkflow(steps));
  const run = runJob(store.take(id), { ...world.engine, store: slow }, new AbortController().signal);
  expect(await clock.run(run)).toBe('ended');
  expect(clock.passed).toBeLessThan(2_000);
});

test("an error of our own breaks the run off, ends its other calls, and fails nothing of the caller's", async () => {
  const world = new EngineWorld({ fast: [fine], slow: [neverEnds] });
  const steps = [step('a', { model: 'sandbox/slow' }), step('b')];
  const id = world.store.add(plannedWorkflow(steps, { mode: 'PARALLEL' }));
  const { catalog } = world.engine;
  const broken = {
    ...catalog,
    named: (id: string) => {
      if (id !== 'sandbox/slow') throw new Error('A bug of ours.');
      return catalog.named(id);
    },
  };
  const run = runJob(
    world.store.take(id),
    { ...world.engine, catalog: broken },
    new AbortController().signal,
  );
  await expect(world.clock.run(run)).rejects.toThrow('A bug of ours.');
  expect(world.provider.calls[0]?.aborted).not.toBeNull();
  expect(world.store.job(id).end).toBeNull();
});

test("a store that can't be written breaks the run off before a call leaves", async () => {
  const world = new EngineWorld({ fast: [fine] });
  const id = world.store.add(plannedWorkflow([step('a')]));
  const store = { ...refusesFiles, record: () => Promise.reject(new Error('The disk is full.')) };
  const run = runJob(world.store.take(id), { ...world.engine, store }, new AbortController().signal);
  await expect(world.clock.run(run)).rejects.toThrow('The disk is full.');
  expect(world.provider.called).toEqual([]);
});

test('a step that needs no model calls none, and costs nothing', async () => {
  const world = new EngineWorld({});
  const workflow = plannedWorkflow(
    [{ id: 'check', task: 'validation', options: { schema: { type: 'object' } } }],
    { input: '{}' },
  );
  const job = await world.run(workflow);
  expect(job.end).toMatchObject({ status: 'COMPLETED', model: null, attempts: 0, costNanos: 0 });
});
