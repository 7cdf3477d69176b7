import { latestMoment } from '@/lib/engine/run/job-clock';
import { jobCanceled, jobEnd, jobFailed } from '@/lib/engine/run/job-end';
import type { JobEnd, StepState, TakenJob } from '@/lib/engine/run/run-store';
import { isSettled } from '@/lib/engine/run/settle-steps';
import type { RunError } from '@/lib/engine/workflow';
import { rowsIn, type SqlQueries } from '@/lib/server/database/database';
import { stillHeld } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { columnsBut } from '@/lib/server/jobs/ledger/job-rows';
import { earlierAttempt, grouped, lastCalled, stateOf } from '@/lib/server/jobs/ledger/load-jobs';
import { type RecordContext, recordChanges } from '@/lib/server/jobs/ledger/record-changes';
import { type Attempt, type Job, type JobStep, Prisma } from '@/prisma/generated/prisma/client';

/** A job that ends without a worker: how far it came, without what it read and wrote, which may not be readable. */
export interface EndingJob
  extends Pick<
    TakenJob,
    'id' | 'accountId' | 'epoch' | 'losses' | 'createdAt' | 'startedAt' | 'attempts' | 'lastModel'
  > {
  steps: (StepState & { stepId: string })[];
}

/** How jobs end that no worker runs. */
export interface EndedAs {
  status: Extract<JobEnd['status'], 'FAILED' | 'CANCELED'>;
  error(job: EndingJob): RunError | null;
  /** What becomes of a step that hasn't settled. */
  step(state: StepState, job: EndingJob): Pick<StepState, 'status' | 'error'>;
}

const nothingElse = {
  begun: [],
  ended: [],
  outputs: new Map(),
  startedAt: null,
  parkedUntil: null,
  returned: false,
};

/** Ends jobs that no worker runs, with their execution and usage. */
export async function endJobs(
  tx: SqlQueries,
  ctx: RecordContext,
  ids: readonly string[],
  as: EndedAs,
): Promise<void> {
  if (ids.length === 0) return;
  const list = tx.dialect.listed(ids);
  // Whoever still runs one can record no more.
  await tx.$executeRaw`UPDATE "Job" SET "epoch" = "epoch" + 1, "turn" = 'DISPATCHED' WHERE "id" IN ${list}`;
  const now = ctx.now().getTime();
  const changes = (await readJobs(tx, ids)).map((job) => {
    const finishedAt = Math.max(now, latestMoment(job));
    const settle = (state: EndingJob['steps'][number]) => ({
      ...state,
      ...as.step(state, job),
      finishedAt,
      waitingUntil: null,
      pieces: [],
    });
    const states = job.steps.map((state) => (isSettled(state) ? state : settle(state)));
    const { status } = as;
    const end = jobEnd(states, {
      ...{ status, error: as.error(job), model: job.lastModel },
      ...{ createdAt: job.createdAt, startedAt: job.startedAt, finishedAt, calls: job.attempts },
      away: [{ from: latestMoment(job), to: finishedAt }],
    });
    const steps = states.filter((state, index) => state !== job.steps[index]);
    return {
      job,
      change: { ...nothingElse, steps, end },
    };
  });
  if (changes.length > 0) await recordChanges(tx, ctx, changes);
}

async function readJobs(tx: SqlQueries, ids: readonly string[]): Promise<EndingJob[]> {
  const rows = rowsIn(tx);
  const list = tx.dialect.listed(ids);
  const jobs = await rows<
    Pick<Job, 'id' | 'accountId' | 'epoch' | 'losses' | 'createdAt' | 'startedAt'>
  >(Prisma.sql`
    SELECT "id", "accountId", "epoch", "losses", "createdAt", "startedAt" FROM "Job" WHERE "id" IN ${list}`);
  const steps = grouped(
    await rows<Omit<JobStep, 'output' | 'pieces'>>(
      Prisma.sql`SELECT ${columnsWithoutTexts} FROM "JobStep" WHERE "jobId" IN ${list} ORDER BY "position"`,
    ),
  );
  const attempts = grouped(
    await rows<Attempt>(
      Prisma.sql`SELECT * FROM "Attempt" WHERE "jobId" IN ${list} ORDER BY "position", "number"`,
    ),
  );
  return jobs.map((job) => {
    const made = attempts.get(job.id) ?? [];
    return {
      ...job,
      createdAt: job.createdAt.getTime(),
      startedAt: job.startedAt?.getTime() ?? null,
      steps: (steps.get(job.id) ?? []).map((step) => ({
        ...stateOf({ ...step, output: null, pieces: null }, made),
        stepId: step.stepId,
      })),
      attempts: made.map(earlierAttempt),
      lastModel: lastCalled(made),
    };
  });
}

const columnsWithoutTexts = columnsBut(Prisma.JobStepScalarFieldEnum, 'output', 'pieces');

/** How jobs end that were canceled. */
export const canceled: EndedAs = {
  status: 'CANCELED',
  error: () => null,
  step: ({ startedAt }) => ({ status: startedAt === null ? 'SKIPPED' : 'CANCELED', error: jobCanceled }),
};

/** Ends jobs that were canceled while a worker held them, and that it has left without ending them. */
export async function endCanceledJobs(
  tx: SqlQueries,
  ctx: RecordContext,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const left = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Job" WHERE "id" IN ${tx.dialect.listed(ids)}
      AND "cancelRequestedAt" IS NOT NULL AND "turn" IN ('PARKED', 'WAITING')`;
  await endJobs(
    tx,
    ctx,
    left.map(({ id }) => id),
    canceled,
  );
}

/** How jobs end that fail as a whole: their steps that have begun fail with them, and the others are skipped. */
export const failedWith = (error: (job: EndingJob) => RunError): EndedAs => ({
  status: 'FAILED',
  error,
  step: ({ startedAt }, job) => {
    const why = error(job);
    if (startedAt !== null) return { status: 'FAILED', error: why };
    return { status: 'SKIPPED', error: jobFailed(why.stepId) };
  },
});

const unreadable = failedWith(() => ({
  code: 'STORED_RESULT_INVALID',
  message: "The stored job can't be read.",
  stepId: null,
}));

/**
 * Ends a job that its worker can't load.
 * @param job as the worker has taken it; if another one has taken it since, it is left alone
 */
export async function endUnreadableJob(
  tx: SqlQueries,
  ctx: RecordContext,
  job: Pick<TakenJob, 'id' | 'epoch'>,
): Promise<void> {
  await endJobs(tx, ctx, await stillHeld(tx, [job]), unreadable);
}
