import { expect, test } from 'vitest';
import { jobSpans } from './job-spans';
import type { EndedJob, TracedAttempt, TracedJob, TracedStep } from './read-ended-jobs';

const at = (milliseconds: number) => new Date(1_780_000_000_000 + milliseconds);
const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerId = 'b7ad6b7169203331';

const job: TracedJob = {
  ...{ id: 'job_1', accountId: 'acc_1', userId: 'usr_1', apiKeyId: null, name: 'Summary', bulkRunId: null },
  ...{
    status: 'COMPLETED',
    queueState: 'ENDED',
    priority: 1,
    slots: 1,
    epoch: 1,
    crashCount: 0,
    workerId: null,
  },
  ...{
    parkedUntil: null,
    cancelRequestedAt: null,
    traceparent: null,
    attempts: 1,
    tokensIn: 1,
    tokensOut: 1,
  },
  ...{ costNanos: 1_500_000n, errorCode: null, errorStepId: null, revision: 3, storedBytes: 10 },
  ...{ createdAt: at(0), startedAt: at(250), finishedAt: at(1_000) },
};

const step: TracedStep = {
  ...{ jobId: 'job_1', position: 0, stepId: 'a', task: 'summarization', status: 'COMPLETED' },
  ...{ model: 'gemini/flash', reason: null, fallbacks: '[]', truncated: false, attempts: 1 },
  ...{ tokensIn: 1, tokensOut: 1, costNanos: null, latencyMs: 700, errorCode: null, errorStepId: null },
  ...{ startedAt: at(300), finishedAt: at(1_000), waitingUntil: null, isFinal: true },
};

const attempt: TracedAttempt = {
  ...{ jobId: 'job_1', position: 0, number: 1, model: 'gemini/flash', outcome: 'ANSWERED', code: null },
  ...{ failureKind: null, status: null, inputTokens: 10, cachedInputTokens: 20, cacheWriteTokens: 5 },
  ...{
    outputTokens: 7,
    reasoningTokens: 3,
    estimated: false,
    costNanos: null,
    connectMs: 40,
    firstTokenMs: 120,
  },
  ...{ milliseconds: 600, startedAt: at(310), retryAt: null },
};

const ended = (
  of: {
    job?: Partial<TracedJob>;
    step?: Partial<TracedStep>;
    attempts?: Partial<TracedAttempt>[];
    approvals?: EndedJob['approvals'];
  } = {},
): EndedJob => ({
  job: { ...job, ...of.job },
  steps: [{ ...step, ...of.step }],
  reusedFrom: new Map(),
  attempts: (of.attempts ?? [{}]).map((each) => ({ ...attempt, ...each })),
  approvals: of.approvals ?? [],
});

const spansOf = (...of: Parameters<typeof ended>) => jobSpans(ended(...of)) ?? [];

test('a trace that is made again has the same ids, and another job has none of them', () => {
  const ids = (id: string) => {
    const [one, ...more] = spansOf({ job: { id }, step: { jobId: id }, attempts: [{ jobId: id }] });
    return [one?.traceId, ...[one, ...more].map((span) => span?.spanId)];
  };
  expect(ids('job_1')).toEqual(ids('job_1'));
  expect(new Set([...ids('job_1'), ...ids('job_2')]).size).toBe(8);
  expect(ids('job_1')[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(ids('job_1')[1]).toMatch(/^[0-9a-f]{16}$/);
});

test("totals of tokens contain their parts, and a cost that is unknown isn't an attribute", () => {
  const [root, , call] = spansOf();
  expect(root?.attributes).toMatchObject({ 'switchyard.cost.usd': 0.0015, 'switchyard.job.wait': 0.25 });
  expect(call).toMatchObject({ name: 'chat flash', kind: 'call', failure: null });
  expect(call?.attributes).toMatchObject({
    ...{ 'gen_ai.provider.name': 'gcp.gemini', 'gen_ai.request.model': 'flash' },
    ...{ 'gen_ai.usage.input_tokens': 35, 'gen_ai.usage.cache_read.input_tokens': 20 },
    ...{ 'gen_ai.usage.cache_creation.input_tokens': 5, 'gen_ai.usage.output_tokens': 10 },
    ...{ 'gen_ai.usage.reasoning.output_tokens': 3, 'gen_ai.response.time_to_first_chunk': 0.12 },
    'switchyard.call.connect': 0.04,
  });
  expect(call?.attributes).not.toHaveProperty('switchyard.cost.usd');
});

test('the row of a bulk run has a trace of its own, with a link to the caller', () => {
  const traceparent = `00-${traceId}-${callerId}-01`;
  const [single] = spansOf({ job: { traceparent } });
  const [row] = spansOf({ job: { traceparent, bulkRunId: 'bulk_1' } });
  expect(single).toMatchObject({ traceId, parent: { spanId: callerId, isRemote: true }, link: null });
  expect(row).toMatchObject({ parent: null, link: { traceId, spanId: callerId } });
  expect(row?.traceId).not.toBe(traceId);
});

test.each([
  `ff-${traceId}-${callerId}-01`,
  `00-${'0'.repeat(32)}-${callerId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
])('%s names no caller', (traceparent) => {
  expect(spansOf({ job: { traceparent } })).toEqual(spansOf());
});

test('a step that never began is a moment, and a model that was passed over is an event of its step', () => {
  const [, skipped] = spansOf({
    step: { status: 'SKIPPED', startedAt: null, finishedAt: at(900) },
    attempts: [],
  });
  expect(skipped).toMatchObject({ start: at(900).getTime(), end: at(900).getTime(), failure: null });
  const passedOver = {
    number: 2,
    outcome: 'PASSED_OVER',
    code: 'MODEL_HELD_BACK',
    model: 'openai/big',
  } as const;
  const spans = spansOf({ attempts: [{}, passedOver] });
  expect(spans).toHaveLength(3);
  expect(spans[1]?.events).toEqual([
    {
      ...{ name: 'switchyard.model_passed_over', at: at(310).getTime() },
      attributes: { 'switchyard.model': 'openai/big', 'switchyard.code': 'MODEL_HELD_BACK' },
    },
  ]);
});

test('spans are inside their parents where the clocks of two processes differ', () => {
  const [root, of, call] = spansOf({ attempts: [{ startedAt: at(-40), milliseconds: 1_100 }] });
  expect([call?.start, call?.end]).toEqual([at(-40).getTime(), at(1_060).getTime()]);
  for (const parent of [root, of]) expect([parent?.start, parent?.end]).toEqual([call?.start, call?.end]);
});

test('the wait for a person is a span of its step, with what came of it', () => {
  const approval: EndedJob['approvals'][number] = {
    ...{ jobId: 'job_1', position: 0, requestedAt: at(310), decidedAt: at(990) },
    state: 'EDITED',
  };
  const spans = spansOf({ step: { task: 'approval' }, attempts: [], approvals: [approval] });
  expect(spans[2]).toMatchObject({
    ...{ name: 'wait for approval', start: at(310).getTime(), end: at(990).getTime() },
    ...{ parent: { spanId: spans[1]?.spanId }, attributes: { 'switchyard.approval.state': 'EDITED' } },
  });
});
