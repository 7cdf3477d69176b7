import type { SqlQueries, SqlReader } from '@/lib/server/database/database';
import type { QueuedJob } from '@/lib/server/jobs/ledger/transitions';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';

/** A job as its changes are recorded: its place in the queue, its times, and what its execution counts under. */
export interface LedgerJob
  extends QueuedJob,
    Pick<Job, 'accountId' | 'userId' | 'apiKeyId' | 'name' | 'revision' | 'crashCount'> {
  createdAt: Date;
  startedAt: Date | null;
  cancelRequestedAt: Date | null;
  /** Null if no execution of its name was counted yet. */
  templateId: string | null;
}

/** Reads existing jobs by their ids. Until the transaction ends, they can only be claimed. */
export async function readLedgerJobs(tx: SqlQueries, ids: readonly string[]): Promise<LedgerJob[]> {
  if (ids.length === 0) return [];
  const jobs = await tx.$queryRaw<LedgerJob[]>`
    SELECT "Job"."id", "queueState", "workerId", "epoch", "Job"."accountId", "userId", "apiKeyId", "Job"."name",
      "revision", "crashCount", "Job"."createdAt", "startedAt", "cancelRequestedAt", "Template"."id" AS "templateId"
    FROM "Job" LEFT JOIN "Template" ON "Template"."accountId" = "Job"."accountId" AND "Template"."name" = "Job"."name"
    WHERE "Job"."id" IN ${tx.dialect.listed([...new Set(ids)].sort())}`;
  return jobs.map((job) => ({ ...job, epoch: Number(job.epoch), revision: Number(job.revision) }));
}

/** A job as a process has taken or found it. */
export type JobAtEpoch = Pick<LedgerJob, 'id' | 'accountId' | 'epoch'>;

/** Reads the jobs that are still dispatched to a process, as it has taken or found them. */
export async function readDispatched(
  tx: SqlQueries,
  jobs: readonly Pick<JobAtEpoch, 'id' | 'epoch'>[],
): Promise<LedgerJob[]> {
  const epochs = new Map(jobs.map(({ id, epoch }) => [id, epoch]));
  // As a condition, the state would lead PostgreSQL through the dispatched jobs of all accounts.
  return (await readLedgerJobs(tx, [...epochs.keys()])).filter((job) =>
    isDispatched(job, epochs.get(job.id)),
  );
}

/** Reads the jobs that are dispatched to a worker, and whether their cancellation was requested. */
export const readDispatchedTo = (
  rows: SqlReader,
  workerId: string,
): Promise<(JobAtEpoch & Pick<LedgerJob, 'cancelRequestedAt'>)[]> =>
  rows(
    Prisma.sql`SELECT "id", "accountId", "epoch", "cancelRequestedAt" FROM "Job"
      WHERE "queueState" = 'DISPATCHED' AND "workerId" = ${workerId}`,
  );

/** Whether a job is still dispatched as it was at an epoch. */
export const isDispatched = (job: QueuedJob | undefined, epoch: number | undefined): boolean =>
  job?.queueState === 'DISPATCHED' && job.epoch === epoch;
