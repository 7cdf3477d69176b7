import { latestMoment } from '@/lib/engine/run/job-clock';
import { jobCanceled, jobEnd, jobFailed } from '@/lib/engine/run/job-end';
import { type JobEnd, noChange, type StepState, type TakenJob } from '@/lib/engine/run/run-store';
import { isSettled } from '@/lib/engine/run/settle-steps';
import type { RunError } from '@/lib/engine/workflow';
import { type SqlQueries, sqlIn } from '@/lib/server/database/database';
import { askingJobs, readApprovals } from '@/lib/server/jobs/ledger/approvals';
import { columnsBut } from '@/lib/server/jobs/ledger/job-rows';
import { type LedgerJob, readDispatched, readLedgerJobs } from '@/lib/server/jobs/ledger/ledger-jobs';
import { byJob, earlierAttempt, lastCalled } from '@/lib/server/jobs/ledger/load-jobs';
import { type RecordContext, storeChanges } from '@/lib/server/jobs/ledger/record-changes';
import { stepState } from '@/lib/server/jobs/ledger/step-columns';
import { type Attempt, type JobStep, Prisma } from '@/prisma/generated/prisma/client';

/** The progress of a job that ends without a worker. Its input and output are omitted, since they may be unreadable. */
export interface EndingJob extends Pick<TakenJob, 'createdAt' | 'startedAt' | 'attempts' | 'lastModel'> {
  steps: (StepState & { stepId: string })[];
}

/** How jobs end that no worker runs. */
interface EndedAs {
  status: Extract<JobEnd['status'], 'FAILED' | 'CANCELED'>;
  error(job: EndingJob): RunError | null;
  /** The end of a step that hasn't settled. */
  step(state: StepState, job: EndingJob): Pick<StepState, 'status' | 'error'>;
}

/** Ends jobs, with their execution and usage. A run still in progress can't write anymore. */
export async function endJobs(
  tx: SqlQueries,
  ctx: RecordContext,
  ids: readonly string[],
  as: EndedAs,
): Promise<void> {
  const now = ctx.now().getTime();
  const changes = (await readEndingJobs(tx, ids)).map(({ ledgerJob, ...job }) => {
    const finishedAt = Math.max(now, latestMoment(job));
    const settle = (state: EndingJob['steps'][number]) => ({
      ...state,
      ...as.step(state, job),
      finishedAt,
      waitingUntil: null,
      pieces: [],
    });
    const states = job.steps.map((state) => (isSettled(state) ? state : settle(state)));
    const end = jobEnd(states, {
      status: as.status,
      error: as.error(job),
      model: job.lastModel,
      createdAt: job.createdAt,
      startedAt: job.startedAt,
      finishedAt,
      calls: job.attempts,
      away: [{ from: latestMoment(job), to: finishedAt }],
    });
    const steps = states.filter((state, index) => state !== job.steps[index]);
    const withdrawn = job.steps
      .filter((state) => state.approval?.decidedAt === null && !isSettled(state))
      .map(({ position }) => position);
    return {
      job: ledgerJob,
      change: { ...noChange, steps, withdrawn, leave: { how: 'ended' as const, end } },
    };
  });
  if (changes.length > 0) await storeChanges(tx, ctx, changes);
}

async function readEndingJobs(
  tx: SqlQueries,
  ids: readonly string[],
): Promise<(EndingJob & { ledgerJob: LedgerJob })[]> {
  if (ids.length === 0) return [];
  const rows = sqlIn(tx);
  const list = tx.dialect.listed(ids);
  const jobs = await readLedgerJobs(tx, ids);
  const steps = byJob(
    await rows<Omit<JobStep, 'output' | 'pieces'>>(
      Prisma.sql`SELECT ${columnsWithoutTexts} FROM "JobStep" WHERE "jobId" IN ${list} ORDER BY "position"`,
    ),
  );
  const approvals = await readApprovals(rows, askingJobs(steps));
  const attempts = byJob(
    await rows<Attempt>(
      Prisma.sql`SELECT * FROM "Attempt" WHERE "jobId" IN ${list} ORDER BY "position", "number"`,
    ),
  );
  return jobs.map((job) => {
    const made = attempts.get(job.id) ?? [];
    return {
      ledgerJob: job,
      createdAt: job.createdAt.getTime(),
      startedAt: job.startedAt?.getTime() ?? null,
      steps: (steps.get(job.id) ?? []).map((step) => ({
        ...stepState({ ...step, output: null, pieces: null }, made),
        approval: approvals.get(job.id)?.get(step.position) ?? null,
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
  const left = (await readLedgerJobs(tx, ids)).filter(
    ({ cancelRequestedAt, queueState }) =>
      cancelRequestedAt !== null && (queueState === 'PARKED' || queueState === 'WAITING'),
  );
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

/** How jobs end that their worker can't load. */
export const unreadable = failedWith(() => ({
  code: 'STORED_RESULT_INVALID',
  message: "The stored job can't be read.",
  stepId: null,
}));

/**
 * Ends a job that its worker has taken and doesn't run.
 * @returns false if another worker has taken it since: it is left alone
 */
export async function endTakenJob(
  tx: SqlQueries,
  ctx: RecordContext,
  job: Pick<TakenJob, 'id' | 'epoch'>,
  as: EndedAs,
): Promise<boolean> {
  const [dispatched] = await readDispatched(tx, [job]);
  if (dispatched) await endJobs(tx, ctx, [dispatched.id], as);
  return dispatched !== undefined;
}
