import type { Queries } from '@/lib/server/database/database';
import { conflict } from '@/lib/server/errors';
import { canceled, endJobs } from '@/lib/server/jobs/ledger/end-jobs';
import { firstBatch, stepCount } from '@/lib/server/jobs/ledger/job-batches';
import { updateRows } from '@/lib/server/jobs/ledger/job-rows';
import type { RecordContext } from '@/lib/server/jobs/ledger/record-changes';
import { type QueuedJob, release } from '@/lib/server/jobs/ledger/transitions';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { Prisma } from '@/prisma/generated/prisma/client';

/** The user or API key that started jobs, of one account. */
export type JobOwner = { accountId: string } & ({ userId: string } | { apiKeyId: string });

/** The jobs that a revocation has canceled. */
export interface CanceledJobs {
  accountId: string;
  /** How many jobs were open; none of them starts or continues. */
  count: number;
  /** Jobs that a worker holds, to be aborted after the commit. */
  held: string[];
  /** Jobs that have ended with the revocation. */
  ended: string[];
}

/** Jobs per read, to find the jobs that end at once. */
const PAGE = 500;

/**
 * Cancels the open jobs of a user or key that loses the right to start jobs, in the transaction that takes it away. No
 * worker takes any of them from then on. To keep the transaction short, about 200 steps' worth of them end with it,
 * and the others in the background (RevokedJobs).
 * @returns the argument of `abortJobs` after the commit
 */
export async function cancelJobsOf(tx: Queries, ctx: RecordContext, owner: JobOwner): Promise<CanceledJobs> {
  const { accountId } = owner;
  const ofOwner = conditionOf(owner);
  // Jobs that no worker has claimed go back to the queue, from which they can't be dispatched anymore.
  const unclaimed = await tx.$queryRaw<QueuedJob[]>`
    SELECT "id", "queueState", "workerId", "epoch" FROM "Job"
    WHERE "accountId" = ${accountId} AND "queueState" = 'DISPATCHED' AND "workerId" IS NULL AND ${ofOwner}
    ${tx.dialect.forUpdate}`;
  await updateRows(tx, 'Job', ['id'], unclaimed.map(release));
  const held = await tx.$queryRaw<{ id: string }[]>`
    UPDATE "Job" SET "cancelRequestedAt" = coalesce("cancelRequestedAt", ${ctx.now()})
    WHERE "accountId" = ${accountId} AND "queueState" = 'DISPATCHED' AND ${ofOwner} RETURNING "id"`;
  const [waiting] = await tx.$queryRaw<{ count: number | bigint }[]>`
    SELECT count(*) AS "count" FROM "Job" WHERE ${isWaiting(owner)}`;
  const first = await tx.$queryRaw<{ id: string; steps: number | bigint }[]>`
    SELECT "id", ${stepCount} AS "steps" FROM "Job" WHERE ${isWaiting(owner)} ORDER BY "queueState" LIMIT ${PAGE}`;
  const ended = firstBatch(first).map(({ id }) => id);
  await endJobs(tx, ctx, ended, canceled);
  return {
    accountId,
    count: held.length + Number(waiting?.count ?? 0),
    held: held.map(({ id }) => id),
    ended,
  };
}

/** Aborts canceled jobs that are running, here or by a signal in their process, and ends what is left of the others. */
export function abortJobs({ db, workflows }: WorkflowContext, jobs: CanceledJobs): void {
  const { accountId, count, held, ended } = jobs;
  if (!workflows) {
    for (const id of held) db.signals.send(id);
    return;
  }
  workflows.worker.abort(held.map((id) => ({ id, accountId })));
  workflows.events.notify(ended);
  if (count > held.length + ended.length) workflows.worker.revoked.endOf([accountId]);
}

/**
 * Ensures that no job that a revocation has canceled could run once the right is given back.
 * @throws AppError CONFLICT while some of them haven't ended
 */
export async function assertJobsEnded(tx: Queries, owner: JobOwner): Promise<void> {
  const [left] = await tx.$queryRaw<
    { id: string }[]
  >`SELECT "id" FROM "Job" WHERE ${isWaiting(owner)} LIMIT 1`;
  if (left) throw conflict('The jobs from before are still being canceled. Try again in a minute.');
}

const isWaiting = (owner: JobOwner) => Prisma.sql`
  "accountId" = ${owner.accountId} AND "queueState" IN ('PARKED', 'WAITING') AND ${conditionOf(owner)}`;

const conditionOf = (owner: JobOwner): Prisma.Sql =>
  'userId' in owner ? Prisma.sql`"userId" = ${owner.userId}` : Prisma.sql`"apiKeyId" = ${owner.apiKeyId}`;
