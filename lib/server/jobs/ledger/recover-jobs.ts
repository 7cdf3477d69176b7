import { isSettled } from '@/lib/engine/run/settle-steps';
import { afterCommit } from '@/lib/server/database/after-commit';
import { type Queries, type SqlQueries, sqlIn } from '@/lib/server/database/database';
import { countOnceJoined, isToBlame } from '@/lib/server/jobs/ledger/crash-count';
import { type EndingJob, endCanceledJobs, endJobs, failedWith } from '@/lib/server/jobs/ledger/end-jobs';
import { noteLost, type RunLoss } from '@/lib/server/jobs/ledger/interruptions';
import { updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { type JobAtEpoch, type LedgerJob, readDispatched } from '@/lib/server/jobs/ledger/ledger-jobs';
import type { RecordContext } from '@/lib/server/jobs/ledger/record-changes';
import { nanosOf, usageOf } from '@/lib/server/jobs/ledger/step-columns';
import { release } from '@/lib/server/jobs/ledger/transitions';
import { meterCalls } from '@/lib/server/usage/meter-calls';
import { meterModelCalls } from '@/lib/server/usage/meter-model-calls';
import { type Attempt, Prisma } from '@/prisma/generated/prisma/client';

/**
 * Returns jobs whose run ended early to their accounts' queues. Their calls under way are lost, with the estimates of
 * their cost; what was finished stays so. After three crashes without progress, a job runs alone, and fails after three
 * more (crash-count.ts).
 * @param lost jobs as they were found; skips a job that has been taken again since
 */
export async function recoverJobs(
  tx: Queries,
  ctx: RecordContext,
  lost: readonly JobAtEpoch[],
  how: RunLoss,
): Promise<void> {
  const jobs = await readDispatched(tx, lost);
  if (jobs.length === 0) return;
  const ids = jobs.map(({ id }) => id);
  const blamed = new Set(
    how === 'database away' ? [] : how === 'run failed' ? ids : await withRunningStep(tx, ids),
  );
  const crashCounts = new Map(jobs.map(({ id, crashCount }) => [id, crashCount + (blamed.has(id) ? 1 : 0)]));
  await noteLost(tx, { jobs, now: ctx.now(), how });
  await loseCalls(tx, ctx, ids);
  await tx.$executeRaw`
    UPDATE "JobStep" SET "status" = 'PENDING'
    WHERE "jobId" IN ${tx.dialect.listed(ids)} AND "status" = 'RUNNING' AND "waitingUntil" IS NULL`;
  await updateRows(
    tx,
    'Job',
    ['id'],
    jobs.map((job) => ({
      ...release(job),
      revision: job.revision + 1,
      crashCount: crashCounts.get(job.id) ?? job.crashCount,
    })),
  );
  await endCanceledJobs(tx, ctx, ids);
  const hopeless = jobs.filter(
    ({ id, cancelRequestedAt }) =>
      cancelRequestedAt === null && blamed.has(id) && isToBlame(crashCounts.get(id) ?? 0),
  );
  await endJobs(
    tx,
    ctx,
    hopeless.map(({ id }) => id),
    workerLost,
  );
}

/** Returns jobs that their worker has taken and not begun to their queues: the worker stops. */
export async function returnJobs(
  tx: Queries,
  ctx: RecordContext,
  taken: readonly Pick<JobAtEpoch, 'id' | 'epoch'>[],
): Promise<void> {
  const jobs = await readDispatched(tx, taken);
  await updateRows(tx, 'Job', ['id'], jobs.map(release));
  await endCanceledJobs(
    tx,
    ctx,
    jobs.map(({ id }) => id),
  );
}

/** Lets others join a suspect, unless it made progress, or another process has taken it. */
export async function clearSuspect(
  tx: SqlQueries,
  { id, epoch, crashCount }: Pick<LedgerJob, 'id' | 'epoch' | 'crashCount'>,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Job" SET "crashCount" = ${countOnceJoined(crashCount)}
    WHERE "id" = ${id} AND "epoch" = ${epoch} AND "crashCount" = ${crashCount}`;
}

/** The jobs with a step under way: any other has crashed no worker. A run that failed may have done so before its first. */
async function withRunningStep(tx: Queries, ids: readonly string[]): Promise<string[]> {
  const running = await tx.$queryRaw<{ jobId: string }[]>`
    SELECT DISTINCT "jobId" FROM "JobStep"
    WHERE "jobId" IN ${tx.dialect.listed(ids)} AND "status" = 'RUNNING' AND "waitingUntil" IS NULL`;
  return running.map(({ jobId }) => jobId);
}

/** Ends the calls under way of jobs as lost: what they probably used is counted. */
async function loseCalls(tx: Queries, ctx: RecordContext, jobIds: readonly string[]): Promise<void> {
  const list = tx.dialect.listed(jobIds);
  const running = await sqlIn(tx)<
    Attempt & { accountId: string; userId: string; workflow: string }
  >(Prisma.sql`
    SELECT "Attempt".*, "accountId", "userId", "name" AS "workflow" FROM "Attempt" JOIN "Job" ON "Job"."id" = "jobId"
    WHERE "jobId" IN ${list} AND "outcome" = 'RUNNING'`);
  if (running.length === 0) return;
  await tx.$executeRaw`UPDATE "Attempt" SET "outcome" = 'LOST' WHERE "jobId" IN ${list} AND "outcome" = 'RUNNING'`;
  const lost = running.map((attempt) => ({
    ...attempt,
    outcome: 'LOST' as const,
    usage: usageOf(attempt),
    costNanos: nanosOf(attempt.costNanos),
    milliseconds: null,
    retryAt: null,
    isRetry: false,
  }));
  await meterCalls(tx, ctx.now(), lost);
  await meterModelCalls(tx, ctx, lost);
  afterCommit(tx, () =>
    ctx.onRecorded(
      lost.map((call) => ({ id: call.jobId, accountId: call.accountId, calls: [call], end: null })),
    ),
  );
}

const workerLost = failedWith((job) => ({
  code: 'WORKER_LOST',
  message: 'The worker running this job crashed repeatedly, three times while it ran nothing else.',
  stepId: begunStep(job),
}));

const begunStep = ({ steps }: EndingJob): string | null =>
  steps.find((state) => !isSettled(state) && state.startedAt !== null)?.stepId ?? null;
