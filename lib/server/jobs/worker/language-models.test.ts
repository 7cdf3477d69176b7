import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { cancelJob } from '@/lib/server/workflows/cancel-job';
import { readJob } from '@/lib/server/workflows/get-job';
import { listAttempts } from '@/lib/server/workflows/list-attempts';
import { enqueueWorkflow } from '@/lib/server/workflows/start-workflow';
import type { Call } from '@/testing/providers/calls';
import type { FormatName } from '@/testing/providers/formats/wire-format';
import {
  formats,
  type LoopbackWorld,
  openLoopbackWorld,
  pricedModel,
} from '@/testing/providers/loopback-world';
import { copyTestDatabase } from '@/testing/test-database';

let world: LoopbackWorld;
beforeAll(async () => {
  const models = formats.flatMap((format) => [
    pricedModel(`${format}/fine`),
    pricedModel(`${format}/wrong-shape-once`),
    pricedModel(`${format}/parameter`),
    { ...pricedModel(`${format}/thinking`), reasoning: true },
  ]);
  world = await openLoopbackWorld(await copyTestDatabase(), { models });
});
afterAll(() => world.close());
afterEach(() => world.provider.reset());

const labels = { task: 'classification', options: { labels: ['defect', 'question'] } };
const run = (model: string, fields: object = labels) =>
  world.run({
    name: 'Ticket',
    input: 'The arm stops halfway.',
    steps: [{ id: 'a', task: '', model, ...fields }],
  });
const bodyOf = (call: Call | undefined) => (call?.body ?? {}) as Record<string, never>;

/** Finds a reply's schema in a request of each format. */
const schemaIn: Record<FormatName, (body: Record<string, unknown>) => unknown> = {
  openai: ({ text }) => (text as { format?: { schema?: unknown } } | undefined)?.format?.schema,
  compatible: ({ response_format: format }) =>
    (format as { json_schema?: { schema?: unknown } } | undefined)?.json_schema?.schema,
  anthropic: ({ tools, output_config, output_format }) => tools ?? output_config ?? output_format,
  gemini: ({ generationConfig }) =>
    (generationConfig as { responseSchema?: unknown; responseJsonSchema?: unknown }).responseSchema ??
    (generationConfig as { responseJsonSchema?: unknown }).responseJsonSchema,
};

describe.each(formats)('%s', (format) => {
  test('a structured task is held to its schema, which the prompt describes, too', async () => {
    await run(`${format}/fine`);
    const [call] = world.provider.calls;
    expect(JSON.stringify(schemaIn[format](bodyOf(call)))).toContain('label');
    expect(call?.text).toContain('JSON Schema');
  });

  test('prose is asked for without a schema, in one streamed call', async () => {
    const { job } = await run(`${format}/fine`, { task: 'summarization' });
    expect(job.steps[0]?.output).toMatchObject({ summary: expect.stringContaining('loopback provider') });
    const [call, ...others] = world.provider.calls;
    expect(others).toEqual([]);
    expect(schemaIn[format](bodyOf(call))).toBeUndefined();
    if (format === 'gemini') expect(call?.path).toContain(':streamGenerateContent');
    else expect(bodyOf(call)).toMatchObject({ stream: true });
  });

  test('a model that the catalog lacks is called by its name, without a schema, at an unknown cost', async () => {
    const { job, attempts } = await run(`${format}/cached`);
    expect(job).toMatchObject({ status: 'COMPLETED', costNanos: null });
    expect(attempts[0]).toMatchObject({ model: `${format}/cached`, costNanos: null, inputTokens: 100 });
    const execution = await world.context.db.prisma.execution.findFirstOrThrow({
      where: { model: `${format}/cached` },
    });
    expect(execution).toMatchObject({ costMicros: 0n, costKnown: false });
    const [call] = world.provider.calls;
    expect(call?.model).toBe('cached');
    expect(schemaIn[format](bodyOf(call))).toBeUndefined();
  });

  test('a reply of the wrong shape is sent back to the model with what is wrong with it', async () => {
    await run(`${format}/wrong-shape-once`);
    const [, second] = world.provider.calls;
    expect(second?.text).toContain('The loopback provider has read your text.');
    expect(second?.text).toContain('Reply once more.');
  });

  test("a temperature that a model doesn't take is omitted, unless the step names it", async () => {
    await run(`${format}/parameter`);
    expect(world.provider.calls.map(({ text }) => text.includes('"temperature"'))).toEqual([true, false]);
    world.provider.reset();
    const { job } = await run(`${format}/parameter`, { ...labels, temperature: 0.5 });
    expect(world.provider.calls).toHaveLength(1);
    expect(job.error?.code).toBe('PROVIDER_REQUEST_REFUSED');
  });

  test('a model that reasons may think beyond the longest answer', async () => {
    await run(`${format}/thinking`, { ...labels, max_tokens: 100 });
    expect(world.provider.calls[0]?.text).toMatch(/"max[A-Za-z_]*":16000/);
  });

  test('a job that is canceled ends its call within two seconds, and its cost is recorded', async () => {
    const { context, viewer, provider } = world;
    const step = { id: 'a', task: 'summarization', model: `${format}/stall`, idle_timeout_ms: 60_000 };
    const { id } = await enqueueWorkflow(context, viewer, { name: 'x', input: 'Text.', steps: [step] }, {});
    await vi.waitFor(() => expect(provider.calls[0]?.bytesWritten).toBeGreaterThan(0), 5_000);
    await sleep(100);
    const canceledAt = Date.now();
    await cancelJob(context, viewer, id);
    await vi.waitFor(() => expect(provider.calls[0]?.ended).toBe('aborted-by-client'), 5_000);
    expect((provider.calls[0]?.endedAt ?? 0) - canceledAt).toBeLessThan(2_000);
    await vi.waitFor(async () => expect((await readJob(context, viewer, id)).status).toBe('CANCELED'), 5_000);
    const [attempt] = await listAttempts(context, viewer, id);
    expect(attempt).toMatchObject({ outcome: 'CANCELED', estimated: true });
    expect(attempt?.inputTokens).toBeGreaterThan(0);
  });

  test('the trace of the call that started a job is sent on', async () => {
    const { context, viewer, provider } = world;
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const steps = [{ id: 'a', task: 'summarization', model: `${format}/fine` }];
    const { id } = await enqueueWorkflow(
      context,
      viewer,
      { name: 'x', input: 'Text.', steps },
      { traceparent },
    );
    await vi.waitFor(
      async () => expect((await readJob(context, viewer, id)).status).toBe('COMPLETED'),
      5_000,
    );
    expect(provider.calls[0]?.headers.traceparent).toBe(traceparent);
  });
});

test('OpenAI is asked to store nothing', async () => {
  await run('openai/fine');
  expect(bodyOf(world.provider.calls[0])).toMatchObject({ store: false });
});

test('two calls in turn share a connection', async () => {
  for (const format of formats) {
    await run(`${format}/fine`);
    await run(`${format}/fine`);
  }
  const ports = world.provider.calls.map(({ port }) => port);
  expect(new Set(ports).size).toBeLessThan(ports.length / 2 + 1);
});

test('executions of models that never replied count as one model, so that made-up names add no usage of their own', async () => {
  const { prisma } = world.context.db;
  const counted = async (model: string) => {
    const grain = { grain: 'MODEL', subjectId: model } as const;
    const { _sum } = await prisma.dailyUsage.aggregate({ where: grain, _sum: { executions: true } });
    expect(await prisma.execution.count({ where: { model } })).toBe(_sum.executions ?? 0);
    return _sum.executions ?? 0;
  };
  const before = await counted('compatible/other');
  const step = { task: 'summarization', retries: 0 };
  for (const model of ['404', '403', 'policy', 'no-usage']) await run(`compatible/${model}`, step);
  const steps = [
    { ...step, id: 'a', model: 'compatible/no-usage' },
    { ...step, id: 'b', model: 'compatible/401', dependsOn: ['a'] },
  ];
  await world.run({ name: 'Ticket', input: 'The arm stops halfway.', steps });
  for (const model of ['404', '403', 'policy', '401']) expect(await counted(`compatible/${model}`)).toBe(0);
  expect(await counted('compatible/no-usage')).toBe(1);
  expect(await counted('compatible/other')).toBe(before + 4);
});
