import { hash } from 'node:crypto';
import { nameAtProvider, providerOf } from '@/lib/engine/models/catalog';
import { tokensIn, tokensOut } from '@/lib/engine/models/cost';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import { usageOf } from '@/lib/server/jobs/ledger/step-columns';
import type { EndedJob, TracedApproval, TracedAttempt, TracedJob, TracedStep } from './read-ended-jobs';
import type { Attributes, Span, SpanPlace } from './send-spans';

/**
 * The trace of an ended job: a span of the job, in it one per step, and in those one per call of a model. Times are the
 * recorded ones. Ids follow from the job's own, so that a trace that is sent twice has each span once.
 *
 * A single job continues its caller's trace. The rows of a bulk run have traces of their own with a link to it, because
 * thousands of jobs make no readable trace.
 *
 * @returns null if the caller's trace isn't sampled
 */
export function jobSpans(ended: EndedJob): Span[] | null {
  const { job, attempts } = ended;
  const caller = callerOf(job.traceparent);
  if (caller?.isSampled === false) return null;
  const isContinued = caller !== null && job.bulkRunId === null;
  const traceId = isContinued ? caller.traceId : digest(job.id).slice(0, 32);
  const steps = ended.steps
    .filter(({ finishedAt }) => finishedAt !== null)
    .flatMap((step) =>
      stepSpans(
        step,
        attempts.filter(({ position }) => position === step.position),
        {
          ...{ traceId, parentId: spanId(job.id), reusedFrom: ended.reusedFrom.get(step.position) },
          approval: ended.approvals.find(({ position }) => position === step.position),
        },
      ),
    );
  const createdAt = job.createdAt.getTime();
  const span: Span = {
    ...{ traceId, spanId: spanId(job.id) },
    parent: isContinued ? { spanId: caller.spanId, isRemote: true } : null,
    link: caller && !isContinued ? { traceId: caller.traceId, spanId: caller.spanId } : null,
    ...{ name: workflowSpanName(job), kind: 'work' },
    ...around(steps, createdAt, job.finishedAt?.getTime() ?? createdAt),
    attributes: jobAttributes(job),
    events: [],
    failure: job.status === 'FAILED' ? (job.errorCode ?? 'FAILED') : null,
  };
  return [span, ...steps];
}

const jobAttributes = (job: TracedJob): Attributes => ({
  ...workflowAttributes(job),
  'switchyard.job.id': job.id,
  'switchyard.job.status': job.status,
  'switchyard.account.id': job.accountId,
  ...(job.bulkRunId !== null && { 'switchyard.bulk_run.id': job.bulkRunId }),
  ...(job.startedAt && {
    'switchyard.job.wait': Math.max(0, job.startedAt.getTime() - job.createdAt.getTime()) / 1_000,
  }),
  'switchyard.attempts': job.attempts,
  ...costOf(job),
});

interface StepPlace {
  traceId: string;
  parentId: string;
  /** The job that made its outcome. */
  reusedFrom: string | undefined;
  /** Its request for approval. */
  approval: TracedApproval | undefined;
}

/** A step that has settled, and its calls. A step that never began is a moment. */
function stepSpans(
  step: TracedStep,
  attempts: readonly TracedAttempt[],
  { traceId, parentId, reusedFrom, approval }: StepPlace,
): Span[] {
  const id = spanId(`${step.jobId}/${step.position}`);
  const calls = attempts
    .filter(({ outcome }) => outcome !== 'PASSED_OVER')
    .map((attempt) => callSpan(attempt, traceId, id));
  if (approval) calls.push(waitSpan(approval, traceId, id));
  const finishedAt = step.finishedAt?.getTime() ?? 0;
  const span: Span = {
    ...{ traceId, spanId: id, parent: { spanId: parentId, isRemote: false }, link: null },
    ...{ name: `step ${step.task}`, kind: 'work' },
    ...around(calls, step.startedAt?.getTime() ?? finishedAt, finishedAt),
    attributes: {
      'switchyard.job.id': step.jobId,
      'switchyard.step.id': step.stepId,
      'switchyard.step.position': step.position + 1,
      'switchyard.step.task': step.task,
      'switchyard.step.status': step.status,
      ...(step.model !== null && { 'switchyard.step.model': step.model }),
      ...(step.reason !== null && { 'switchyard.step.reason': step.reason }),
      ...(step.errorCode !== null && { 'error.type': step.errorCode }),
      ...(reusedFrom !== undefined && { 'switchyard.step.reused_from': reusedFrom }),
      'switchyard.attempts': step.attempts,
      ...costOf(step),
    },
    events: attempts
      .filter(({ outcome }) => outcome === 'PASSED_OVER')
      .map(({ model, code, startedAt }) => ({
        name: 'switchyard.model_passed_over',
        at: startedAt.getTime(),
        attributes: { 'switchyard.model': model, ...(code !== null && { 'switchyard.code': code }) },
      })),
    failure: step.status === 'FAILED' ? (step.errorCode ?? 'FAILED') : null,
  };
  return [span, ...calls];
}

/** The wait for a person. */
function waitSpan(
  { jobId, position, state, requestedAt, decidedAt }: TracedApproval,
  traceId: string,
  parentId: string,
): Span {
  const start = requestedAt.getTime();
  return {
    ...{ traceId, spanId: spanId(`${jobId}/${position}/approval`), link: null },
    parent: { spanId: parentId, isRemote: false },
    ...{
      name: 'wait for approval',
      kind: 'work',
      start,
      end: Math.max(start, decidedAt?.getTime() ?? start),
    },
    attributes: { 'switchyard.job.id': jobId, 'switchyard.approval.state': state },
    events: [],
    failure: null,
  };
}

/** A call of a model. If its process ended first, its end isn't known, and it's a moment. */
function callSpan(attempt: TracedAttempt, traceId: string, parentId: string): Span {
  const { jobId, position, number, outcome, code, status, estimated, connectMs } = attempt;
  const start = attempt.startedAt.getTime();
  const hasFailed = outcome === 'FAILED' || outcome === 'LOST';
  return {
    ...{ traceId, spanId: spanId(`${jobId}/${position}/${number}`), link: null },
    parent: { spanId: parentId, isRemote: false },
    ...{ name: callSpanName(attempt), kind: 'call' },
    ...{ start, end: start + Math.max(0, attempt.milliseconds ?? 0) },
    attributes: {
      ...callAttributes(attempt),
      'switchyard.job.id': jobId,
      'switchyard.attempt.number': number,
      'switchyard.attempt.outcome': outcome,
      ...(connectMs !== null && { 'switchyard.call.connect': connectMs / 1_000 }),
      ...(status !== null && { 'http.response.status_code': status }),
      ...(hasFailed && { 'error.type': code ?? outcome }),
      ...(estimated && { 'switchyard.usage.estimated': true }),
      ...costOf(attempt),
    },
    events: [],
    failure: hasFailed ? (code ?? outcome) : null,
  };
}

/** US dollars; a cost that isn't known is omitted. */
function costOf({ costNanos }: Pick<TracedJob, 'costNanos'>): Attributes {
  return costNanos === null ? {} : { 'switchyard.cost.usd': dollarsOfNanos(costNanos) };
}

/** The time of a span and of those in it: their clocks can be those of several processes, and are rounded. */
const around = (spans: readonly Span[], start: number, end: number): Pick<Span, 'start' | 'end'> => ({
  start: spans.reduce((earliest, span) => Math.min(earliest, span.start), start),
  end: spans.reduce((latest, span) => Math.max(latest, span.end), Math.max(start, end)),
});

/** The span of a caller by its `traceparent`, a version of W3C Trace Context; null if it names none. */
function callerOf(traceparent: string | null): (SpanPlace & { isSampled: boolean }) | null {
  const [version, traceId = '', callerId = '', flags = ''] = traceparent?.split('-') ?? [];
  if (version === 'ff' || !/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(callerId)) return null;
  return { traceId, spanId: callerId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

const spanId = (key: string): string => digest(`span ${key}`).slice(0, 16);

const digest = (text: string): string => hash('sha256', text, 'hex');

// The only file with names of OpenTelemetry's semantic conventions for generative AI. They are still in development, and
// live in https://github.com/open-telemetry/semantic-conventions-genai.

/** Names of providers that the conventions know; the others keep ours. */
const conventionalNames: Record<string, string> = { gemini: 'gcp.gemini' };

/** The name of a job's span. */
const workflowSpanName = ({ name }: Pick<TracedJob, 'name'>): string => `invoke_workflow ${name}`;

const workflowAttributes = ({ name }: Pick<TracedJob, 'name'>): Attributes => ({
  'gen_ai.operation.name': 'invoke_workflow',
  'gen_ai.workflow.name': name,
});

/** The name of a call's span. */
const callSpanName = ({ model }: Pick<TracedAttempt, 'model'>): string => `chat ${nameAtProvider(model)}`;

/** Of an attempt that called its model. It has no text of prompt or reply. */
function callAttributes(attempt: TracedAttempt): Attributes {
  const provider = providerOf(attempt.model);
  const usage = usageOf(attempt);
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': conventionalNames[provider] ?? provider,
    'gen_ai.request.model': nameAtProvider(attempt.model),
    'gen_ai.request.stream': true,
    // The totals contain the parts that follow them.
    'gen_ai.usage.input_tokens': tokensIn(usage),
    'gen_ai.usage.cache_read.input_tokens': usage.cachedInput,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWrite,
    'gen_ai.usage.output_tokens': tokensOut(usage),
    'gen_ai.usage.reasoning.output_tokens': usage.reasoning,
    ...(attempt.firstTokenMs !== null && {
      'gen_ai.response.time_to_first_chunk': attempt.firstTokenMs / 1_000,
    }),
  };
}
