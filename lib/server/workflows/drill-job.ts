import { drillLimits, limits } from '@/lib/config/limits';
import {
  type DrilledAttempt,
  type DrilledJob,
  type DrilledStepResult,
  DrillTooLong,
  drillJob as drillRecord,
} from '@/lib/engine/drill/drill-job';
import type { Basis } from '@/lib/engine/drill/recorded-calls';
import { type RecordedJob, recordedMessage } from '@/lib/engine/drill/recorded-job';
import { changesNothing, nothingChanged, type Scenario } from '@/lib/engine/drill/scenario';
import { jobTimes } from '@/lib/engine/run/job-end';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { JobStatus, StepStatus } from '@/lib/engine/workflow';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { conflict } from '@/lib/server/errors';
import { nanosOf } from '@/lib/server/jobs/ledger/step-columns';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { turns } from '@/lib/server/runtime/fair-turns';
import {
  type EndedJob,
  type EndedStep,
  readEndedJob,
  readRecord,
  typicalTimes,
} from '@/lib/server/workflows/drill-record';
import type { AttemptView } from '@/lib/server/workflows/list-attempts';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { JobRequests } from '@/lib/server/workflows/views/job-request';
import { LazyValue } from '@/lib/server/workflows/views/lazy-values';
import { type DrillInput, drillInput } from '@/lib/validation/drill';

/** The real figures of a step or job. Costs in nano-dollars. */
interface Figures<Status> {
  status: Status;
  costNanos: number | null;
  /** From its start to its end; null if it never started. */
  milliseconds: number | null;
}

/** The real figures of a job. */
interface JobFigures extends Figures<JobStatus> {
  /** How long of that it only waited for a person. */
  approvalMs: number;
}

/** A replay without changes has its own time: the server's work, and waits that vary at random, aren't in it. */
type Unchanged = Pick<DrilledJob, 'costNanos' | 'milliseconds'>;

const unknown: Unchanged = { costNanos: null, milliseconds: null };

export interface DrilledStepView extends DrilledStepResult {
  stepId: string;
  /** Unknown if the replay without changes makes too many calls. */
  unchanged(): Promise<Unchanged>;
  actual: Figures<StepStatus> & { model: string | null; calls: number };
}

/** A drill of a job, next to the same replay without changes, and to what really happened. */
export interface DrillView extends Omit<DrilledJob, 'steps'> {
  /** Unknown if that replay makes too many calls. */
  unchanged(): Promise<Unchanged>;
  steps: DrilledStepView[];
  /** In the order of the steps, at most a thousand. */
  attempts: { basis: Basis; attempt: AttemptView }[];
  actual: JobFigures;
}

/**
 * A job as it would have been in a scenario. No model is called, and nothing is stored.
 * @returns null once its workflow is no longer kept, or if a task of it is no longer there
 * @param options.budget of the response: the stored workflow and messages count as if they were shown
 * @param options.signal aborted once the caller has left
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague's job and another account's; BAD_USER_INPUT;
 *   CONFLICT if the job hasn't ended, or is too large for a drill; RESPONSE_TOO_LARGE; the signal's reason
 */
export async function drillJob(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  input: DrillInput,
  { budget, signal }: { budget: ContentBudget; signal?: AbortSignal | undefined },
): Promise<DrillView | null> {
  authorize(viewer, 'read');
  const scenario = scenarioOf(input);
  const job = await readEndedJob(ctx, viewer, id);
  const requests = new JobRequests(ctx.db.sql, [id]);
  const planned = await requests.planned(id, budget);
  if (!planned?.workflow.steps.every(({ task }) => taskNamed(task))) return null;
  const beginTurn = () => turns.begin(job.accountId, signal);
  const messagesOf = async (position: number) => {
    await beginTurn();
    return ((await requests.messages(id, position, budget)) ?? []).map(recordedMessage);
  };
  const record = await readRecord(ctx, job, { workflow: planned.workflow, messagesOf });
  await beginTurn();
  const measured = await typicalTimes(ctx.db.sql, job.accountId);
  await beginTurn();
  const { engine } = workflowsOf(ctx);
  const replay = (scenario: Scenario) =>
    drillRecord(record, { scenario, engine, measured, mostWaits: drillLimits.waits, signal });
  const isUnchanged = changesNothing(scenario);
  const drilled = await replay(scenario).catch(tooLong(isUnchanged));
  const unchanged = new LazyValue(async () => {
    if (isUnchanged) return drilled;
    await beginTurn();
    return replay(nothingChanged).catch((error) => {
      if (!(error instanceof DrillTooLong)) throw error;
      return null;
    });
  });
  return {
    ...drilled,
    unchanged: async () => (await unchanged.get()) ?? unknown,
    actual: jobFigures(job, record),
    steps: stepViews(job.steps, drilled, unchanged),
    attempts: attemptViews(job, drilled),
  };
}

/** @throws AppError CONFLICT for a replay with too many calls */
const tooLong = (isUnchanged: boolean) => (error: unknown) => {
  if (!(error instanceof DrillTooLong)) throw error;
  const advice = isUnchanged ? '.' : ' in this scenario. Change fewer models.';
  throw conflict(`This job makes too many calls for a drill${advice}`);
};

const jobFigures = (job: EndedJob, record: RecordedJob): JobFigures => ({
  status: job.status,
  costNanos: nanosOf(job.costNanos),
  milliseconds: span(job.startedAt, job.finishedAt),
  approvalMs: approvalTime(record, job.finishedAt),
});

/** @param replayed without changes; null if that makes too many calls */
const stepViews = (
  steps: readonly EndedStep[],
  drilled: DrilledJob,
  replayed: LazyValue<DrilledJob | null>,
): DrilledStepView[] =>
  steps.flatMap((step) => {
    const { position, stepId } = step;
    const result = drilled.steps[position];
    if (!result) return [];
    const unchanged = async () => (await replayed.get())?.steps[position] ?? unknown;
    return [{ ...result, stepId, unchanged, actual: stepFigures(step) }];
  });

function stepFigures(step: EndedStep): DrilledStepView['actual'] {
  const { status, model, attempts: calls, costNanos } = step;
  return {
    // A reused step has the model of the job that made its outcome.
    ...{ status, model: calls > 0 ? model : null, calls },
    ...{ costNanos: nanosOf(costNanos), milliseconds: span(step.startedAt, step.finishedAt) },
  };
}

function attemptViews({ id, steps }: EndedJob, drilled: DrilledJob): DrillView['attempts'] {
  const nameOf = new Map(steps.map(({ position, stepId }) => [position, stepId]));
  return drilled.steps
    .flatMap((step) => step.attempts)
    .slice(0, limits.list.max)
    .map((attempt) => ({
      basis: attempt.basis,
      attempt: attemptView(id, attempt, nameOf.get(attempt.position) ?? ''),
    }));
}

function scenarioOf(input: DrillInput): Scenario {
  const { providersDown, modelsDown, downAs, slow, priceFactor } = parseInput(drillInput, input);
  return {
    down: [...(providersDown ?? []), ...(modelsDown ?? [])],
    downAs: downAs ?? 'UNAVAILABLE',
    slow: (slow ?? []).map(({ of, seconds }) => ({ of, firstTokenMs: Math.round(seconds * 1_000) })),
    prices: priceFactor ?? [],
  };
}

function approvalTime({ createdAt, startedAt, steps, attempts }: RecordedJob, finishedAt: Date): number {
  const calls = attempts.map((attempt) => ({
    ...attempt,
    endedAt: attempt.startedAt + (attempt.milliseconds ?? 0),
  }));
  const times = { createdAt, startedAt, finishedAt: finishedAt.getTime(), away: [] };
  return jobTimes(times, steps, calls).approvalMs;
}

const span = (from: Date | null, to: Date | null): number | null =>
  from && to ? to.getTime() - from.getTime() : null;

function attemptView(jobId: string, attempt: DrilledAttempt, stepId: string): AttemptView {
  const { position, number, model, outcome, code, failureKind, message, status, usage, estimated } = attempt;
  const { costNanos, connectMs, firstTokenMs, milliseconds, startedAt, retryAt } = attempt;
  return {
    ...{ jobId, position, number, stepId, model, outcome, code, failureKind, message, status, estimated },
    inputTokens: usage.input,
    cachedInputTokens: usage.cachedInput,
    cacheWriteTokens: usage.cacheWrite,
    outputTokens: usage.output,
    reasoningTokens: usage.reasoning,
    costNanos: costNanos === null ? null : BigInt(costNanos),
    connectMs: connectMs === null ? null : Math.round(connectMs),
    firstTokenMs: firstTokenMs === null ? null : Math.round(firstTokenMs),
    milliseconds: Math.round(milliseconds),
    startedAt: new Date(startedAt),
    retryAt: retryAt === null ? null : new Date(retryAt),
    // With a factor, they aren't whole nano-dollars.
    prices: null,
  };
}
