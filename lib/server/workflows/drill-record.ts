import { drillLimits } from '@/lib/config/limits';
import type { TypicalTime } from '@/lib/engine/drill/recorded-calls';
import type { RecordedJob, RecordedMessage, RecordedStep } from '@/lib/engine/drill/recorded-job';
import type { StepApproval } from '@/lib/engine/run/run-store';
import type { Workflow } from '@/lib/engine/workflow';
import { type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import type { SqlReader } from '@/lib/server/database/database';
import { conflict, notFound } from '@/lib/server/errors';
import { errorOf, nanosOf, usageOf } from '@/lib/server/jobs/ledger/step-columns';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { type Attempt, Prisma } from '@/prisma/generated/prisma/client';

const drilledColumns = {
  ...{ id: true, accountId: true, slots: true, status: true, costNanos: true },
  ...{ createdAt: true, startedAt: true, finishedAt: true },
  steps: { orderBy: { position: 'asc' }, omit: { output: true, pieces: true } },
} as const satisfies Prisma.JobSelect;

export type EndedJob = Prisma.JobGetPayload<{ select: typeof drilledColumns }> & { finishedAt: Date };
export type EndedStep = EndedJob['steps'][number];

/** @throws AppError NOT_FOUND; CONFLICT if it hasn't ended */
export async function readEndedJob(ctx: WorkflowContext, viewer: Viewer, id: string): Promise<EndedJob> {
  const where = { id, ...visibleJobs(viewer) };
  const job = await ctx.db.prisma.job.findFirst({ where, select: drilledColumns });
  if (!job) throw notFound('Job');
  const { finishedAt } = job;
  if (finishedAt === null) throw conflict("This job hasn't ended yet.");
  return { ...job, finishedAt };
}

/**
 * Reads how a job went.
 * @param messagesOf reads those of one step at a time, so that the texts of one are in memory
 * @throws AppError CONFLICT if it has too many attempts
 */
export async function readRecord(
  ctx: WorkflowContext,
  job: EndedJob,
  {
    workflow,
    messagesOf,
  }: { workflow: Workflow; messagesOf: (position: number) => Promise<RecordedMessage[]> },
): Promise<RecordedJob> {
  const attempts = await readAttempts(ctx, job.id);
  const approvals = await readWaits(ctx, job.id);
  const steps: RecordedStep[] = [];
  for (const step of job.steps)
    steps.push({
      ...{ position: step.position, status: step.status, reason: step.reason, error: errorOf({ ...step }) },
      startedAt: step.startedAt?.getTime() ?? null,
      finishedAt: step.finishedAt?.getTime() ?? null,
      approval: approvals.get(step.position) ?? null,
      messages: await messagesOf(step.position),
    });
  const { slots, createdAt, startedAt } = job;
  return {
    ...{ workflow, slots, attempts, steps },
    createdAt: createdAt.getTime(),
    startedAt: startedAt?.getTime() ?? null,
  };
}

/** @throws AppError CONFLICT if there are too many */
async function readAttempts({ db }: WorkflowContext, jobId: string): Promise<RecordedJob['attempts']> {
  const attempts = await db.prisma.attempt.findMany({
    where: { jobId },
    orderBy: [{ position: 'asc' }, { number: 'asc' }],
    take: drillLimits.attempts + 1,
  });
  if (attempts.length > drillLimits.attempts)
    throw conflict(`A drill is of a job with at most ${drillLimits.attempts} attempts.`);
  return attempts.map((attempt) => ({
    ...attempt,
    usage: usageOf(attempt),
    costNanos: nanosOf(attempt.costNanos),
    startedAt: attempt.startedAt.getTime(),
    retryAt: attempt.retryAt?.getTime() ?? null,
  }));
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

/** The medians of an account's latest replies, by model: of its last 200 jobs, and their first 2,000 attempts. */
export async function typicalTimes(
  rows: SqlReader,
  accountId: string,
): Promise<ReadonlyMap<string, TypicalTime>> {
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
