import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import client from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { traceCounts } from '@/lib/server/runtime/runtime';
import { enqueueWorkflow } from '@/lib/server/workflows/start-workflow';
import { type Attempt, type Job, type JobStep, Prisma } from '@/prisma/generated/prisma/client';
import { observeJobs } from '@/server/monitoring/job-metrics';
import { JobSystem } from '@/testing/engine/job-system';
import {
  openTraceReceiver,
  type ReceivedSpan,
  type TraceReceiver,
  withRejected,
} from '@/testing/traces/trace-receiver';
import { JobTraces } from './job-traces';
import { openSender } from './send-spans';

let system: JobSystem;
let receiver: TraceReceiver | undefined;
let register: client.Registry;
let warnings: unknown[];
let traces: JobTraces;
beforeEach(async () => {
  system = await JobSystem.open(['plan_pro']);
  register = new client.Registry();
  observeJobs([register]);
  warnings = [];
});
afterEach(async () => {
  await system.close();
  await receiver?.close();
  receiver = undefined;
});

/** The metrics of traces: by result, and the rejected spans. */
async function counts(): Promise<Record<string, number>> {
  const traced = (await register.getSingleMetric('job_traces_total')?.get())?.values ?? [];
  const rejected = await metric('job_trace_spans_rejected_total');
  return {
    ...Object.fromEntries(traced.map(({ labels, value }) => [labels.result, value])),
    ...(rejected > 0 && { rejected }),
  };
}

async function metric(name: string): Promise<number> {
  return (await register.getSingleMetric(name)?.get())?.values[0]?.value ?? 0;
}

/** Starts a process that sends its traces there. */
async function traceTo(
  url: string,
  options: {
    gatherMs?: number;
    flushMs?: number;
    mostWaiting?: number;
    batchSpans?: number;
    timeoutMs?: number;
  } = {},
): Promise<void> {
  const { timeoutMs = 10_000, ...rest } = options;
  traces = new JobTraces(system.base.db.sql, {
    open: async () =>
      openSender(
        { url, headers: { 'x-token': 'of the test' }, resource: { 'service.name': 'tested' } },
        {
          ...{ version: '1.2.3', timeoutMs },
          onRejected: (spans, reason) => {
            traceCounts.onRejected(spans);
            warnings.push(reason);
          },
        },
      ),
    counts: traceCounts,
    logger: { warn: (fields: unknown) => void warnings.push(fields) },
    ...{ gatherMs: 5, ...rest },
  });
  system.base.onRecorded = (jobs) => traces.add(jobs);
  await system.start();
}

const counted = (expected: Record<string, number>) =>
  vi.waitFor(async () => expect(await counts()).toEqual(expected), { timeout: 60_000, interval: 20 });

const step = (id: string, model: string, more = {}) => ({
  ...{ id, task: 'generation', model: `sandbox/${model}`, ...more },
});

async function recorded(id: string): Promise<{ job: Job; steps: JobStep[]; attempts: Attempt[] }> {
  const [job] = await system.rows<Job>(Prisma.sql`SELECT * FROM "Job" WHERE "id" = ${id}`);
  if (!job) throw new Error('The job is gone.');
  const of = Prisma.sql`WHERE "jobId" = ${id} ORDER BY "position"`;
  return {
    job,
    steps: await system.rows<JobStep>(Prisma.sql`SELECT * FROM "JobStep" ${of}`),
    attempts: await system.rows<Attempt>(Prisma.sql`SELECT * FROM "Attempt" ${of}, "number"`),
  };
}

/** The one span that has these attributes. */
function find(spans: readonly ReceivedSpan[], attributes: Record<string, unknown>): ReceivedSpan {
  const found = spans.filter((span) =>
    Object.entries(attributes).every(([name, value]) => span.attributes[name] === value),
  );
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} spans have ${JSON.stringify(attributes)}.`);
  return only;
}

test('a job with a fallback and a failed call is one trace: recorded times, each span in its parent, no text', async () => {
  receiver = await openTraceReceiver();
  await traceTo(receiver.url);
  const { id } = await system.enqueue(0, {
    steps: [
      step('draft', 'down', { fallbacks: ['sandbox/fast'] }),
      step('polish', 'flaky', { dependsOn: ['draft'] }),
    ],
  });
  await system.settle();
  await system.pass(3_000);
  await system.finish();
  await counted({ sent: 1 });

  const spans = receiver.spans();
  expect(spans).toHaveLength(1 + 2 + 4);
  const { job, steps, attempts } = await recorded(id);
  const root = find(spans, { 'gen_ai.operation.name': 'invoke_workflow' });
  expect(root).toMatchObject({
    ...{ parentSpanId: '', name: 'invoke_workflow Conformance', kind: 1, status: { code: 0 } },
    ...{ start: job.createdAt.getTime(), end: job.finishedAt?.getTime() },
    attributes: {
      'gen_ai.workflow.name': 'Conformance',
      ...{ 'switchyard.job.id': id, 'switchyard.job.status': 'COMPLETED', 'switchyard.attempts': 4 },
      'switchyard.account.id': job.accountId,
      'switchyard.cost.usd': Number(job.costNanos) / 1e9,
    },
  });
  for (const row of steps) {
    const span = find(spans, { 'switchyard.step.id': row.stepId });
    expect(span).toMatchObject({
      ...{ traceId: root.traceId, parentSpanId: root.spanId, name: 'step generation', kind: 1 },
      ...{ start: row.startedAt?.getTime(), end: row.finishedAt?.getTime() },
    });
    const calls = attempts.filter(({ position }) => position === row.position);
    const children = spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);
    expect(children.map(({ start, end }) => [start, end])).toEqual(
      calls.map(({ startedAt, milliseconds }) => [
        startedAt.getTime(),
        startedAt.getTime() + (milliseconds ?? 0),
      ]),
    );
    for (const child of children) {
      expect(child).toMatchObject({ traceId: root.traceId, kind: 3 });
      expect(child.start).toBeGreaterThanOrEqual(span.start);
      expect(child.end).toBeLessThanOrEqual(span.end);
    }
    expect(span.start).toBeGreaterThanOrEqual(root.start);
    expect(span.end).toBeLessThanOrEqual(root.end);
  }
  expect(find(spans, { 'gen_ai.request.model': 'down' })).toMatchObject({
    ...{ name: 'chat down', status: { code: 2, message: 'PROVIDER_AUTH_FAILED' } },
    attributes: { 'error.type': 'PROVIDER_AUTH_FAILED', 'http.response.status_code': 401 },
  });
  const answered = attempts.find(({ model }) => model === 'sandbox/fast');
  expect(find(spans, { 'gen_ai.request.model': 'fast' })).toMatchObject({
    ...{ name: 'chat fast', status: { code: 0 } },
    attributes: {
      ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'sandbox' },
      'gen_ai.usage.input_tokens': answered?.inputTokens,
      'gen_ai.usage.output_tokens': answered?.outputTokens,
      'switchyard.cost.usd': Number(answered?.costNanos) / 1e9,
    },
  });
  expect(answered?.outputTokens).toBeGreaterThan(0);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);

  const [request] = receiver.received;
  expect(request).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/x-protobuf', 'x-token': 'of the test' },
    resource: { 'service.name': 'tested' },
  });
  for (const text of ['The arm stops.', 'One sentence', 'account 0'])
    expect(request?.body.includes(text)).toBe(false);
});

test("a job continues its caller's trace, and isn't sent if that one isn't sampled", async () => {
  receiver = await openTraceReceiver();
  await traceTo(receiver.url);
  system.process.gate.open();
  const [viewer] = system.viewers;
  if (!viewer) throw new Error('There is no account.');
  const call = { name: 'Traced', input: 'The arm stops.', steps: [step('a', 'fast')] };
  const [traceId, callerId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  for (const flags of ['00', '01'])
    await enqueueWorkflow(system.process.ctx, viewer, call, {
      traceparent: `00-${traceId}-${callerId}-${flags}`,
    });
  await system.finish();
  await counted({ sent: 1, unsampled: 1 });
  expect(receiver.spans()).toHaveLength(3);
  for (const span of receiver.spans()) expect(span.traceId).toBe(traceId);
  expect(find(receiver.spans(), { 'switchyard.job.status': 'COMPLETED' }).parentSpanId).toBe(callerId);
});

test('a job that crashes have ended is sent by the process that recovered it, with its lost calls', async () => {
  receiver = await openTraceReceiver();
  await traceTo(receiver.url);
  const { id } = await system.enqueue(0, { steps: [step('a', 'fast')] });
  await system.settle();
  for (let round = 0; round < 20 && (await recorded(id)).job.queueState !== 'ENDED'; round += 1) {
    system.crash('dead');
    await system.start();
    await system.settle();
    await system.pass(1_000);
  }
  await counted({ sent: 1 });
  expect(
    find(receiver.spans(), { 'switchyard.job.id': id, 'switchyard.job.status': 'FAILED' }),
  ).toMatchObject({
    status: { code: 2, message: 'WORKER_LOST' },
  });
  const lost = receiver
    .spans()
    .filter(({ attributes }) => attributes['switchyard.attempt.outcome'] === 'LOST');
  expect(lost).toHaveLength((await recorded(id)).attempts.length);
  expect(lost.length).toBeGreaterThan(3);
});

test('a request that the receiver puts off is repeated with the same spans, and counted once', async () => {
  receiver = await openTraceReceiver((response, index) =>
    index === 0 ? response.writeHead(503, { 'retry-after': '1' }).end() : response.writeHead(200).end(),
  );
  await traceTo(receiver.url);
  await system.enqueue(0, { steps: [step('a', 'fast')] });
  await system.finish();
  await counted({ sent: 1 });
  const [first, second] = receiver.received.map(({ spans }) => spans.map(({ spanId }) => spanId));
  expect(second).toEqual(first);
});

test('spans that the receiver rejects in a request that it takes are counted, with its reason in the log', async () => {
  receiver = await openTraceReceiver((response) => response.writeHead(200).end(withRejected(2, 'too old')));
  await traceTo(receiver.url);
  await system.enqueue(0, { steps: [step('a', 'fast')] });
  await system.finish();
  await counted({ sent: 1, rejected: 2 });
  expect(warnings).toEqual([expect.stringContaining('too old')]);
});

test.each([
  ['refuses', (close: (status: number) => void) => close(400)],
  ['breaks', (close: (status: number) => void) => close(500)],
])('jobs run on while the receiver %s, and their traces are dropped and counted', async (_, act) => {
  receiver = await openTraceReceiver((response) => act((status) => response.writeHead(status).end('No.')));
  await traceTo(receiver.url);
  const { id } = await system.enqueue(0, { steps: [step('a', 'fast')] });
  await system.finish();
  expect((await recorded(id)).job.status).toBe('COMPLETED');
  await counted({ failed: 1 });
  expect(receiver.received).toHaveLength(1);
  expect(warnings).toMatchObject([{ traces: 1 }]);
});

test('traces are counted by their request: a refused request takes no trace of another down', async () => {
  receiver = await openTraceReceiver((response, index) => response.writeHead(index === 0 ? 400 : 200).end());
  // Two jobs are read at once, but their steps are too many spans for one request.
  await traceTo(receiver.url, { gatherMs: 60_000, flushMs: 60_000, batchSpans: 8 });
  for (let count = 0; count < 2; count += 1)
    await system.enqueue(0, { steps: [step('a', 'fast'), step('b', 'fast')] });
  await system.finish();
  await traces.close();
  expect(await counts()).toEqual({ failed: 1, sent: 1 });
  expect(receiver.received.map(({ spans }) => spans.length)).toEqual([5, 5]);
  expect(warnings).toMatchObject([{ traces: 1 }]);
});

test('jobs run on while nobody listens, and their traces are dropped and counted', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  await traceTo(`http://127.0.0.1:${port}/v1/traces`, { timeoutMs: 500 });
  const { id } = await system.enqueue(0, { steps: [step('a', 'fast')] });
  await system.finish();
  expect((await recorded(id)).job.status).toBe('COMPLETED');
  await counted({ failed: 1 });
});

test('jobs run on while the receiver never responds: few traces wait, the others are dropped, and the end waits a moment', async () => {
  receiver = await openTraceReceiver(() => {});
  await traceTo(receiver.url, { mostWaiting: 3, timeoutMs: 60_000 });
  await system.enqueue(0, { steps: [step('a', 'fast')] });
  await system.finish();
  await vi.waitFor(() => expect(receiver?.received).toHaveLength(1));
  const ids = [];
  for (let number = 0; number < 10; number += 1)
    ids.push((await system.enqueue(0, { steps: [step('a', 'fast')] })).id);
  await system.finish();
  for (const id of ids) expect((await recorded(id)).job.status).toBe('COMPLETED');
  expect([await counts(), await metric('job_traces_waiting')]).toEqual([{ queue_full: 7 }, 3]);
  const began = performance.now();
  await traces.close();
  expect(performance.now() - began).toBeLessThan(15_000);
  expect([await counts(), await metric('job_traces_waiting')]).toEqual([{ queue_full: 7, ended: 4 }, 0]);
  expect(warnings).toEqual([{ traces: 4 }]);
  expect(receiver.received).toHaveLength(1);
});

test('traces that wait are sent before the process ends, and that of a deleted job is omitted', async () => {
  receiver = await openTraceReceiver();
  await traceTo(receiver.url, { gatherMs: 60_000, flushMs: 60_000 });
  const deleted = await system.enqueue(0, { steps: [step('a', 'fast')] });
  await system.enqueue(0, { steps: [step('a', 'fast')] });
  await system.finish();
  await system.delete(0, deleted.id);
  await sleep(20);
  expect(receiver.connections()).toBe(0);
  await traces.close();
  expect(await counts()).toEqual({ sent: 1, deleted: 1 });
  expect(receiver.spans()).toHaveLength(3);
});
