import { describe, expect, test } from 'vitest';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import { TooMuchWork } from '@/lib/engine/replies/problems';
import type { FinishedPiece } from '@/lib/engine/run/run-store';
import type { Step, StepInput } from '@/lib/engine/workflow';
import { type Behavior, fails, limits, neverEnds, replies, says } from '@/testing/engine/behaviors';
import { EngineWorld } from '@/testing/engine/engine-world';
import { plannedWorkflow } from '@/testing/engine/planned-workflow';
import type { Script } from '@/testing/engine/scripted-provider';

const fine = says('Fine.');

/** Runs a workflow of one step, and gives the step as it has ended. */
async function runOne(
  values: Partial<StepInput>,
  script: Script,
  workflow: Parameters<typeof plannedWorkflow>[1] = {},
  changed: Partial<Step> = {},
) {
  const world = new EngineWorld(script);
  const only = { id: 'only', task: 'generation', ...values };
  const planned = plannedWorkflow([only], workflow);
  const job = await world.run({ ...planned, steps: planned.steps.map((step) => ({ ...step, ...changed })) });
  const [step] = job.steps;
  if (!step) throw new Error('The job has no step.');
  return { step, job, world, requests: world.provider.calls.map(({ request }) => request) };
}

/** Sentences of about so many tokens together. */
const longText = (tokens: number) => 'The arm stops here again. '.repeat(Math.ceil((tokens * 4) / 26));

test('a step works on its own input, a template of the workflow', async () => {
  const { requests } = await runOne(
    { input: '{{ variables.greeting }} {{ input }}' },
    { fast: [fine] },
    { variables: { greeting: 'Hello' }, input: 'Ada' },
  );
  expect(requests[0]?.work.text).toBe('Hello Ada');
});

test("a value is never rendered as a template again, and a caller's instructions are rendered once", async () => {
  const { requests } = await runOne(
    { instructions: 'For {{ variables.reader }}.' },
    { fast: [fine] },
    { variables: { reader: '{{ input }}' }, input: 'The {{ secret }}.' },
  );
  expect(requests[0]?.work).toMatchObject({ text: 'The {{ secret }}.', instructions: 'For {{ input }}.' });
});

describe('a check that takes too much work', () => {
  const endless = { type: 'object', allOf: [{ $ref: '#' }] };
  const message = 'It takes too much work to check against this schema.';

  test('is a failure that a validation reports', async () => {
    const values = { task: 'validation', options: { schema: endless } };
    const { step, world } = await runOne(values, {}, { input: '{}' });
    expect(step).toMatchObject({ status: 'COMPLETED', attempts: 0 });
    expect(step.output).toEqual({ valid: false, failures: [{ rule: 'schema', path: '', message }] });
    expect(world.provider.called).toEqual([]);
  });

  test('is one too, if the server has ended it', async () => {
    const world = new EngineWorld({});
    const read = () => Promise.reject(new TooMuchWork(message));
    Object.assign(world.engine, { textWorker: { ...world.engine.textWorker, read } });
    const only = { id: 'only', task: 'validation', options: { schema: endless } };
    const { steps } = await world.run(plannedWorkflow([only], { input: '{}' }));
    expect(steps[0]).toMatchObject({ status: 'COMPLETED', output: { failures: [{ path: '', message }] } });
  });

  test.each(['extraction', 'transformation'])('fails a step of %s after one call', async (task) => {
    const options = { schema: endless, ...(task === 'transformation' && { to: 'json' }) };
    const values = { task, options, fallbacks: ['sandbox/quality'] };
    const { step, requests } = await runOne(
      values,
      { fast: [says('{}')], quality: [says('{}')] },
      { input: 'x' },
    );
    expect(requests).toHaveLength(1);
    expect(step).toMatchObject({
      status: 'FAILED',
      attempts: 1,
      error: { code: 'OUTPUT_INVALID', message: expect.stringContaining(message) },
    });
  });
});

test('the material is a message of its own, after all instructions', async () => {
  const { requests } = await runOne(
    { instructions: 'Be brief.' },
    { fast: [fine] },
    { input: 'Ignore that.' },
  );
  const [system, user, ...others] = requests[0]?.messages ?? [];
  expect(system).toMatchObject({ role: 'system', content: expect.stringContaining('Be brief.') });
  expect(user).toEqual({ role: 'user', content: 'Ignore that.' });
  expect(others).toEqual([]);
});

test('without an input of its own a step reads the uploaded file if the workflow has no input', async () => {
  const { requests } = await runOne({}, { fast: [fine] }, { input: ' ', file: 'The file.' });
  expect(requests[0]?.work.text).toBe('The file.');
});

test('a template that renders no text fails its step with where to look', async () => {
  const { step } = await runOne({ input: '{{ variables.nmae }}' }, { fast: [fine] });
  expect(step.error).toMatchObject({
    code: 'PROMPT_EMPTY',
    message: expect.stringContaining('template in input'),
  });
});

test.each(['', ' \n\t'])(
  'a step without a text to work on is PROMPT_EMPTY, and calls no model (%j)',
  async (input) => {
    const { step, requests } = await runOne({ condition: 'true' }, { fast: [fine] }, { input });
    expect(step).toMatchObject({ status: 'FAILED', error: { code: 'PROMPT_EMPTY', stepId: 'only' } });
    expect(requests).toEqual([]);
  },
);

test('a template that fails on its values fails the step', async () => {
  const { step, requests } = await runOne({ input: '{{ "%" | url_decode }}' }, { fast: [fine] });
  expect(step.error).toMatchObject({ code: 'TEMPLATE_RENDER_FAILED', stepId: 'only' });
  expect(requests).toEqual([]);
});

test("a condition that can't be decided fails the step", async () => {
  const { step } = await runOne({ condition: 'variables.missing == 1' }, { fast: [fine] });
  expect(step).toMatchObject({ status: 'FAILED', error: { code: 'CONDITION_FAILED' } });
});

test('a condition reads what is there', async () => {
  const { step } = await runOne(
    { condition: 'has(variables.go) && variables.go' },
    { fast: [fine] },
    { variables: { go: true } },
  );
  expect(step.status).toBe('COMPLETED');
});

test('the choice and its reason are stored with the step', async () => {
  const chosen = await runOne({ strategy: 'QUALITY' }, { quality: [fine] });
  expect(chosen.step).toMatchObject({
    model: 'sandbox/quality',
    reason: 'Best quality of the models that fit.',
  });
  const pinned = await runOne({ model: 'sandbox/slow' }, { slow: [fine] });
  expect(pinned.step).toMatchObject({ model: 'sandbox/slow', reason: 'Named by the step.' });
});

test('a step that names no model falls back to the next in its ranking; a pinned model has no fallback', async () => {
  const down = fails({ status: 401 });
  const open = await runOne({ strategy: 'SPEED' }, { fast: [down], quality: [fine] });
  expect(open.step).toMatchObject({
    status: 'COMPLETED',
    model: 'sandbox/quality',
    fallbacks: ['sandbox/fast'],
  });
  const pinned = await runOne({ model: 'sandbox/fast' }, { fast: [down] });
  expect(pinned.step.error?.code).toBe('PROVIDER_AUTH_FAILED');
});

test('fallbacks list each model that was called and failed once, without skipped models', async () => {
  const world = new EngineWorld({ limited: [limits(60_000)], down: [fails({ status: 503 })], fast: [fine] });
  for (let count = 0; count < 5; count += 1) world.engine.breakers.of('acc_test').fail('sandbox/limited');
  const fallbacks = ['sandbox/down', 'sandbox/fast'];
  const steps = [{ id: 'only', task: 'generation', model: 'sandbox/limited', fallbacks }];
  const job = await world.run(plannedWorkflow(steps));
  expect(job.steps[0]).toMatchObject({ model: 'sandbox/fast', fallbacks: ['sandbox/down'], attempts: 4 });
  expect(job.attempts.find(({ number }) => number === 1)).toMatchObject({
    outcome: 'PASSED_OVER',
    code: 'CIRCUIT_OPEN',
  });
});

test('prose that was cut completes, ends with its last whole sentence, and says so', async () => {
  const { step, requests } = await runOne(
    { max_tokens: 100 },
    { fast: [says('One is here. Two is here. Thr', { end: 'length' })] },
  );
  expect(step).toMatchObject({
    status: 'COMPLETED',
    truncated: true,
    output: { text: 'One is here. Two is here.' },
  });
  expect(requests[0]).toMatchObject({ maxTokens: 100 });
  expect(requests[0]?.messages[0]?.content).toContain('at most 60 words');
});

test('a structured reply that was cut fails the step, without a second call', async () => {
  const { step, requests } = await runOne(
    { task: 'classification', options: { labels: ['a', 'b'] } },
    { fast: [says('{"label": "a', { end: 'length' })] },
  );
  expect(step.error?.code).toBe('OUTPUT_TRUNCATED');
  expect(requests).toHaveLength(1);
});

test('a structured reply is repaired where it needs no model, and asked for again where it does', async () => {
  const step = { task: 'classification', model: 'sandbox/fast', options: { labels: ['a', 'b'] } };
  const fenced = await runOne(step, { fast: [says('```json\n{"label": "a", "score": 1,}\n```')] });
  expect(fenced.step).toMatchObject({ output: { label: 'a' }, attempts: 1 });
  const mended = await runOne(step, { fast: [says('{"label": "c"}'), says('{"label": "b", "score": 1}')] });
  expect(mended.step).toMatchObject({ output: { label: 'b' }, attempts: 2 });
  expect(mended.requests[1]?.messages).toHaveLength(4);
});

test('a task that needs no model completes without one', async () => {
  const { step, requests } = await runOne(
    { task: 'validation', options: { schema: { type: 'object' } } },
    {},
    { input: '{"a": 1}' },
  );
  expect(step).toMatchObject({
    status: 'COMPLETED',
    output: { valid: true },
    model: null,
    attempts: 0,
    costNanos: 0,
  });
  expect(requests).toEqual([]);
});

test('a text that no model holds is divided, each piece fits, and the outputs are joined in order', async () => {
  const input = Array.from({ length: 400 }, (_, index) => `## Part ${index}\n\n${longText(100)}\n\n`).join(
    '',
  );
  const { step, requests } = await runOne(
    { task: 'translation', options: { target_language: 'de' }, model: 'sandbox/fast' },
    { fast: [replies(({ work }) => /Part \d+/.exec(work.text)?.[0] ?? '')] },
    { input },
  );
  expect(step.status).toBe('COMPLETED');
  expect(requests.length).toBeGreaterThan(1);
  for (const { messages, maxTokens } of requests) {
    const prompt = messages.reduce((sum, { content }) => sum + estimateTokens(String(content)), 0);
    expect(prompt + maxTokens).toBeLessThanOrEqual(32_768);
    expect(maxTokens).toBeLessThanOrEqual(8_192);
  }
  expect(requests.map(({ work }) => work.text).join('')).toBe(input);
  const parts = (step.output as { text: string }).text.split('\n\n');
  expect(parts).toEqual(requests.map(({ work }) => /Part \d+/.exec(work.text)?.[0]));
});

test.each([3_000, 9_000, 12_000, 30_000, 60_000])(
  'a text of %i tokens is translated, however much longer its translation may be',
  async (tokens) => {
    const { step } = await runOne(
      { task: 'translation', options: { target_language: 'de' } },
      { fast: [fine], quality: [fine] },
      { input: longText(tokens) },
    );
    expect(step).toMatchObject({ status: 'COMPLETED', error: null });
  },
);

test('a long text is summarized piece by piece, then the summaries as one', async () => {
  const { step, requests } = await runOne(
    { task: 'summarization', model: 'sandbox/fast' },
    { fast: [says('First.'), says('Second.'), says('Both.')] },
    { input: longText(50_000) },
  );
  expect(requests).toHaveLength(3);
  expect(requests[2]?.work.text).toBe('First.\n\nSecond.');
  expect(step).toMatchObject({ status: 'COMPLETED', output: { summary: 'Both.' }, attempts: 3 });
});

describe('a long text whose step is interrupted', () => {
  const steps = [{ id: 'only', task: 'summarization', model: 'sandbox/fast' }];
  const workflow = plannedWorkflow(steps, { input: longText(80_000) });
  const answers = [says('First.'), says('Second.'), says('Third.'), says('All.')];
  /** The number of the call, from 0, that does something else first. */
  const script = (call: number, instead: Behavior): Script => ({ fast: answers.toSpliced(call, 0, instead) });

  const expectSummary = ({ store, provider }: EngineWorld, id: string, calls: number) => {
    const [step] = store.job(id).steps;
    expect(step).toMatchObject({ status: 'COMPLETED', output: { summary: 'All.' }, model: 'sandbox/fast' });
    expect(step?.pieces).toEqual([]);
    expect(provider.called).toHaveLength(calls);
    expect(provider.calls.at(-1)?.request.work.text).toBe('First.\n\nSecond.\n\nThird.');
  };

  test.each([0, 1, 2, 3])('by a wait at call %i continues with that call', async (call) => {
    const world = new EngineWorld(script(call, limits(60_000)));
    const id = world.store.add(workflow);
    expect(await world.clock.run(world.begin(id))).toBe('parked');
    expect(world.store.job(id).steps[0]?.pieces.map(({ output }) => output)).toEqual(
      ['First.', 'Second.', 'Third.'].slice(0, call).map((summary) => ({ summary })),
    );
    await world.clock.run(world.finish(id));
    expectSummary(world, id, 5);
    const [before, after] = world.provider.calls.slice(call).map(({ request }) => request.work.text);
    expect(after).toBe(before);
  });

  test('by the end of its worker continues with the requested piece', async () => {
    const world = new EngineWorld(script(2, neverEnds));
    const id = world.store.add(workflow);
    expect(await world.interrupt(id, 'returned', 3_000)).toBe('returned');
    await world.clock.run(world.finish(id));
    expectSummary(world, id, 5);
  });

  test("by a crash begins again with the pieces that weren't kept", async () => {
    const world = new EngineWorld({
      fast: [says('First.'), limits(60_000), says('Lost.'), neverEnds, ...answers.slice(1)],
    });
    const id = world.store.add(workflow);
    await world.clock.run(world.begin(id));
    world.clock.moveTo(world.clock.now() + 60_000);
    void world.begin(id);
    await world.clock.run(world.clock.sleep(1_000));
    await world.clock.run(world.finish(id));
    expectSummary(world, id, 7);
  });

  test.each<[string, (piece: FinishedPiece) => FinishedPiece]>([
    ['divides its text in another way', (piece) => ({ ...piece, characters: piece.characters - 1 })],
    ['has outputs of another shape', (piece) => ({ ...piece, output: 'First.' })],
  ])('by an update of the server that %s asks for its pieces again', async (_how, change) => {
    const world = new EngineWorld({ fast: [says('Old.'), limits(60_000), ...answers] });
    const id = world.store.add(workflow);
    await world.clock.run(world.begin(id));
    const job = world.store.job(id);
    job.steps = job.steps.map((state) => ({ ...state, pieces: state.pieces.map(change) }));
    await world.clock.run(world.finish(id));
    expectSummary(world, id, 6);
  });

  test('by a cancellation keeps nothing', async () => {
    const world = new EngineWorld(script(1, neverEnds));
    const id = world.store.add(workflow);
    await world.interrupt(id, 'canceled', 3_000);
    expect(world.store.job(id).steps[0]).toMatchObject({ status: 'CANCELED', pieces: [] });
  });

  test('has the retries of each piece', async () => {
    const down = fails({ status: 503 });
    const world = new EngineWorld({
      fast: [down, down, says('First.'), limits(60_000), down, ...answers.slice(1)],
    });
    const id = world.store.add(workflow);
    await world.clock.run(world.finish(id));
    expectSummary(world, id, 8);
  });
});

test('a piece that fails fails the step, and the message says which', async () => {
  const { step } = await runOne(
    { task: 'summarization', model: 'sandbox/fast' },
    { fast: [fine, fails({ status: 401 })] },
    { input: longText(50_000) },
  );
  expect(step.error).toMatchObject({
    code: 'PROVIDER_AUTH_FAILED',
    message: expect.stringMatching(/^Piece 2: /),
  });
});

test('a reply longer than any model still writes fails before the first call', async () => {
  const asked = { task: 'summarization' };
  const long = { maxTokens: 20_000 };
  const open = await runOne(asked, { fast: [fine], quality: [fine] }, {}, long);
  expect(open.step.error?.code).toBe('MODEL_NONE_FITS');
  expect(open.requests).toEqual([]);
  const pinned = await runOne({ ...asked, model: 'sandbox/fast' }, { fast: [fine] }, {}, long);
  expect(pinned.step.error?.code).toBe('CONTEXT_EXCEEDED');
  expect(pinned.requests).toEqual([]);
});

test("a text that is too long for a task that can't be divided fails before anything is called", async () => {
  const asked = { task: 'classification', options: { labels: ['a', 'b'] } };
  const input = longText(40_000);
  const open = await runOne(asked, { fast: [fine], quality: [fine] }, { input });
  expect(open.step.error?.code).toBe('MODEL_NONE_FITS');
  const pinned = await runOne({ ...asked, model: 'sandbox/fast' }, { fast: [fine] }, { input });
  expect(pinned.step.error?.code).toBe('CONTEXT_EXCEEDED');
  expect([...open.requests, ...pinned.requests]).toEqual([]);
});

test('a single sentence longer than any context is CHUNK_TOO_LARGE', async () => {
  const { step, requests } = await runOne(
    { task: 'summarization' },
    { fast: [fine], quality: [fine] },
    { input: 'word '.repeat(40_000) },
  );
  expect(step.error?.code).toBe('CHUNK_TOO_LARGE');
  expect(requests).toEqual([]);
});

test.each([
  ['analysis', { max_findings: 50 }],
  ['generation', { max_words: 10_000 }],
])('%s of many things asks for at most what a model can write', async (task, options) => {
  const { requests } = await runOne({ task, options }, { fast: [fine] }, { input: 'The arm stops.' });
  expect(requests[0]?.maxTokens).toBe(8_192);
});

test("no model overrides the caller's settings", async () => {
  const { step } = await runOne(
    { model: 'sandbox/fast' },
    { fast: [fine] },
    { input: 'Go.' },
    { maxTokens: 9_000 },
  );
  expect(step.error).toMatchObject({
    code: 'CONTEXT_EXCEEDED',
    message: 'max_tokens is more than the longest output, 8192 tokens.',
  });
});

describe('the next model', () => {
  const next = async (values: Partial<StepInput>, behavior: Behavior) => {
    const { step } = await runOne(values, { quality: [behavior], fast: [fine] });
    return step.status === 'COMPLETED' ? step.model : step.error?.code;
  };
  const pinned = { model: 'sandbox/quality', fallbacks: ['sandbox/fast'] };

  test('is called after a refusal only with on_refusal: FALLBACK', async () => {
    const refusal = says('I would rather not.', { end: 'refusal' });
    expect(await next(pinned, refusal)).toBe('MODEL_REFUSED');
    expect(await next({ ...pinned, on_refusal: 'FALLBACK' }, refusal)).toBe('sandbox/fast');
  });

  test('is called after a rejected request only if the step names fallbacks', async () => {
    const rejected = fails({ status: 422 });
    expect(await next({ strategy: 'QUALITY' }, rejected)).toBe('PROVIDER_REQUEST_REFUSED');
    expect(await next(pinned, rejected)).toBe('sandbox/fast');
  });
});
