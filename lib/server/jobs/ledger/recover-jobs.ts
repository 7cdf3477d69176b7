import { isSettled } from '@/lib/engine/run/settle-steps';
import { afterCommit } from '@/lib/server/database/after-commit';
import { type Queries, rowsIn } from '@/lib/server/database/database';
import { stillHeld } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { type EndingJob, endCanceledJobs, endJobs, failedWith } from '@/lib/server/jobs/ledger/end-jobs';
import { nanosOf, usageOf } from '@/lib/server/jobs/ledger/load-jobs';
import { diedAlone } from '@/lib/server/jobs/ledger/losses';
import type { RecordContext } from '@/lib/server/jobs/ledger/record-changes';
import { meterCalls } from '@/lib/server/usage/meter-calls';
import { type Attempt, Prisma } from '@/prisma/generated/prisma/client';

/** A job whose worker is gone, as it was found. */
export interface LostJob {
  id: string;
  accountId: string;
  epoch: number | bigint;
}

/**
 * How a run has ended: its worker has without a word, or only the run has, by an error of its own or because the database
 * was away.
 */
type RunLoss = 'lost' | 'broken off' | 'interrupted';

/**
 * Puts jobs whose worker has ended without a word back into their accounts' lines. Their calls under way are lost, with
 * the estimates of their cost; what was finished stays so. A job that was lost three times without getting on runs alone
 * from then on, and fails if it's lost then.
 * @param lost jobs as they were found; one that has been taken again since is left alone
 */
export async function recoverJobs(
  tx: Queries,
  ctx: RecordContext,
  lost: readonly LostJob[],
  how: RunLoss,
): Promise<void> {
  const ids = await stillHeld(tx, lost);
  if (ids.length === 0) return;
  const list = Prisma.join(ids);
  // A job without a step under way has taken no worker down, but it may break off before its first.
  const counts = {
    lost: Prisma.sql`CASE WHEN EXISTS
      (SELECT 1 FROM "JobStep" WHERE "jobId" = "Job"."id" AND "status" = 'RUNNING' AND "waitingUntil" IS NULL)
      THEN 1 ELSE 0 END`,
    'broken off': Prisma.sql`1`,
    interrupted: Prisma.sql`0`,
  };
  await tx.$executeRaw`
    UPDATE "Job" SET "epoch" = "epoch" + 1, "revision" = "revision" + 1, "losses" = "losses" + ${counts[how]} WHERE "id" IN (${list})`;
  await loseCalls(tx, ctx, ids);
  await tx.$executeRaw`
    UPDATE "JobStep" SET "status" = 'PENDING'
    WHERE "jobId" IN (${list}) AND "status" = 'RUNNING' AND "waitingUntil" IS NULL`;
  await tx.$executeRaw`UPDATE "Job" SET "turn" = 'WAITING', "workerId" = NULL WHERE "id" IN (${list})`;
  await endCanceledJobs(tx, ctx, ids);
  const hopeless = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Job" WHERE "id" IN (${list}) AND "turn" = 'WAITING' AND ${diedAlone}`;
  await endJobs(
    tx,
    ctx,
    hopeless.map(({ id }) => id),
    workerLost,
  );
}

/** Ends the calls under way of jobs as lost: what they probably used is counted. */
async function loseCalls(tx: Queries, ctx: RecordContext, jobIds: string[]): Promise<void> {
  const list = Prisma.join(jobIds);
  const running = await rowsIn(tx)<Attempt & { accountId: string }>(Prisma.sql`
    SELECT "Attempt".*, "accountId" FROM "Attempt" JOIN "Job" ON "Job"."id" = "jobId"
    WHERE "jobId" IN (${list}) AND "outcome" = 'RUNNING'`);
  if (running.length === 0) return;
  await tx.$executeRaw`UPDATE "Attempt" SET "outcome" = 'LOST' WHERE "jobId" IN (${list}) AND "outcome" = 'RUNNING'`;
  const lost = running.map((attempt) => ({
    ...attempt,
    ...{ outcome: 'LOST' as const, usage: usageOf(attempt), costNanos: nanosOf(attempt.costNanos) },
    ...{ milliseconds: null, retryAt: null, isRetry: false },
  }));
  await meterCalls(tx, ctx.now(), lost);
  afterCommit(tx, () =>
    ctx.onRecorded(
      lost.map((call) => ({ id: call.jobId, accountId: call.accountId, calls: [call], end: null })),
    ),
  );
}

const workerLost = failedWith((job) => ({
  code: 'WORKER_LOST',
  message: 'The run of this job broke off again and again, in the end while it ran alone in its process.',
  stepId: begunStep(job),
}));

const begunStep = ({ steps }: EndingJob): string | null =>
  steps.find((state) => !isSettled(state) && state.startedAt !== null)?.stepId ?? null;
