import { drillLimits, limits } from '@/lib/config/limits';
import {
  type DrilledAttempt,
  type DrilledJob,
  type DrilledStepResult,
  DrillTooLong,
  drillJob as drillRecord,
} from '@/lib/engine/drill/drill-job';
import type { Basis, TypicalTime } from '@/lib/engine/drill/recorded-calls';
import {
  type RecordedJob,
  type RecordedMessage,
  type RecordedStep,
  recordedMessage,
} from '@/lib/engine/drill/recorded-job';
import { changesNothing, nothingChanged, type Scenario } from '@/lib/engine/drill/scenario';
import { jobTimes } from '@/lib/engine/run/job-end';
import type { StepApproval } from '@/lib/engine/run/run-store';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { JobStatus, StepStatus } from '@/lib/engine/workflow';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import type { SqlReader } from '@/lib/server/database/database';
import { conflict, notFound } from '@/lib/server/errors';
import { errorOf, nanosOf, usageOf } from '@/lib/server/jobs/ledger/step-columns';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { turns } from '@/lib/server/runtime/fair-turns';
import type { AttemptView } from '@/lib/server/workflows/list-attempts';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { JobRequests } from '@/lib/server/workflows/views/job-request';
import { LazyValue } from '@/lib/server/workflows/views/lazy-values';
import { type DrillInput, drillInput } from '@/lib/validation/drill';
import { type Attempt, Prisma } from '@/prisma/generated/prisma/client';

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
  const job = await ctx.db.prisma.job.findFirst({
    where: { id, ...visibleJobs(viewer) },
    select: {
      ...{ accountId: true, slots: true, status: true, costNanos: true },
      ...{ createdAt: true, startedAt: true, finishedAt: true },
      steps: { orderBy: { position: 'asc' }, omit: { output: true, pieces: true } },
    },
  });
  if (!job) throw notFound('Job');
  if (job.finishedAt === null) throw conflict("This job hasn't ended yet.");
  const requests = new JobRequests(ctx.db.sql, [id]);
  const planned = await requests.planned(id, budget);
  if (!planned?.workflow.steps.every(({ task }) => taskNamed(task))) return null;
  const attempts = await ctx.db.prisma.attempt.findMany({
    where: { jobId: id },
    orderBy: [{ position: 'asc' }, { number: 'asc' }],
    take: drillLimits.attempts + 1,
  });
  if (attempts.length > drillLimits.attempts)
    throw conflict(`A drill is of a job with at most ${drillLimits.attempts} attempts.`);
  const record: RecordedJob = {
    workflow: planned.workflow,
    slots: job.slots,
    createdAt: job.createdAt.getTime(),
    startedAt: job.startedAt?.getTime() ?? null,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      usage: usageOf(attempt),
      costNanos: nanosOf(attempt.costNanos),
      startedAt: attempt.startedAt.getTime(),
      retryAt: attempt.retryAt?.getTime() ?? null,
    })),
    steps: [],
  };
  const approvals = await readWaits(ctx, id);
  const steps: RecordedStep[] = [];
  for (const step of job.steps) {
    await turns.begin(job.accountId, signal);
    steps.push({
      ...{ position: step.position, status: step.status, reason: step.reason, error: errorOf({ ...step }) },
      startedAt: step.startedAt?.getTime() ?? null,
      finishedAt: step.finishedAt?.getTime() ?? null,
      approval: approvals.get(step.position) ?? null,
      messages: await messagesOf(requests, id, step.position, budget),
    });
  }
  await turns.begin(job.accountId, signal);
  const measured = await typicalTimes(ctx.db.sql, job.accountId);
  await turns.begin(job.accountId, signal);
  const { engine } = workflowsOf(ctx);
  const replay = (scenario: Scenario) =>
    drillRecord({ ...record, steps }, { scenario, engine, measured, mostWaits: drillLimits.waits, signal });
  const isUnchanged = changesNothing(scenario);
  const drilled = await replay(scenario).catch((error) => {
    if (!(error instanceof DrillTooLong)) throw error;
    const advice = isUnchanged ? '.' : ' in this scenario. Change fewer models.';
    throw conflict(`This job makes too many calls for a drill${advice}`);
  });
  const asBefore = new LazyValue(async () => {
    if (isUnchanged) return drilled;
    await turns.begin(job.accountId, signal);
    return replay(nothingChanged).catch((error) => {
      if (!(error instanceof DrillTooLong)) throw error;
      return null;
    });
  });
  const nameOf = new Map(job.steps.map(({ position, stepId }) => [position, stepId]));
  return {
    ...drilled,
    unchanged: async () => (await asBefore.get()) ?? unknown,
    actual: {
      status: job.status,
      costNanos: nanosOf(job.costNanos),
      milliseconds: span(job.startedAt, job.finishedAt),
      approvalMs: approvalTime({ ...record, steps }, job.finishedAt),
    },
    steps: job.steps.flatMap((step): DrilledStepView[] => {
      const result = drilled.steps[step.position];
      if (!result) return [];
      const { status, model, attempts: calls, costNanos } = step;
      const milliseconds = span(step.startedAt, step.finishedAt);
      // A reused step has the model of the job that made its outcome.
      const actual = {
        ...{ status, model: calls > 0 ? model : null, calls },
        ...{ costNanos: nanosOf(costNanos), milliseconds },
      };
      const unchanged = async () => (await asBefore.get())?.steps[step.position] ?? unknown;
      return [{ ...result, stepId: step.stepId, unchanged, actual }];
    }),
    attempts: drilled.steps
      .flatMap((step) => step.attempts)
      .slice(0, limits.list.max)
      .map((attempt) => ({
        basis: attempt.basis,
        attempt: attemptView(id, attempt, nameOf.get(attempt.position) ?? ''),
      })),
  };
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

/** Read one step at a time, so that the texts of one are in memory. */
async function messagesOf(
  requests: JobRequests,
  jobId: string,
  position: number,
  budget: ContentBudget,
): Promise<RecordedMessage[]> {
  return ((await requests.messages(jobId, position, budget)) ?? []).map(recordedMessage);
}

/** The requests of a job's steps to people, by position. A request that was withdrawn has no decision. */
async function readWaits({ db }: WorkflowContext, jobId: string): Promise<ReadonlyMap<number, StepApproval>> {
  const approvals = await db.prisma.approval.findMany({
    where: { jobId },
    select: { position: true, state: true, requestedAt: true, expiresAt: true, decidedAt: true },
  });
  return new Map(
    approvals.map(({ position, state, requestedAt, expiresAt, decidedAt }) => [
      position,
      {
        requestedAt: requestedAt.getTime(),
        expiresAt: expiresAt.getTime(),
        decidedAt: state === 'WITHDRAWN' ? null : (decidedAt?.getTime() ?? null),
      },
    ]),
  );
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

/** The medians of an account's latest replies, by model: of its last 200 jobs, and their first 2,000 attempts. */
async function typicalTimes(rows: SqlReader, accountId: string): Promise<ReadonlyMap<string, TypicalTime>> {
  const { jobs, attempts } = drillLimits.measured;
  const read = await rows<Pick<Attempt, 'model' | 'firstTokenMs'> & { milliseconds: number }>(Prisma.sql`
    SELECT "model", "firstTokenMs", "milliseconds" FROM (
      SELECT "model", "outcome", "firstTokenMs", "milliseconds" FROM (
        SELECT "id" FROM "Job" WHERE "accountId" = ${accountId}
        ORDER BY "createdAt" DESC, "id" DESC LIMIT ${jobs}) AS "Latest" CROSS JOIN "Attempt"
      WHERE "jobId" = "id" LIMIT ${attempts}) AS "Made"
    WHERE "outcome" = 'ANSWERED' AND "milliseconds" IS NOT NULL`);
  const byModel = Map.groupBy(read, ({ model }) => model);
  return new Map(
    [...byModel].map(([model, times]) => [
      model,
      {
        firstTokenMs: median(times.flatMap(({ firstTokenMs }) => firstTokenMs ?? [])),
        milliseconds: median(times.map(({ milliseconds }) => milliseconds)) ?? 0,
      },
    ]),
  );
}

const median = (values: readonly number[]): number | null =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? null;

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
