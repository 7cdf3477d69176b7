import { type Queries, type SqlReader, sqlIn } from '@/lib/server/database/database';
import { momentOf } from '@/lib/server/database/dialect';
import { updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { type QueuedJob, resume } from '@/lib/server/jobs/ledger/transitions';
import { Prisma } from '@/prisma/generated/prisma/client';

/** A job that waits for a moment: milliseconds since the epoch, by the job's own clock. */
export interface ParkedJob {
  id: string;
  accountId: string;
  until: number;
}

/** Parked jobs whose moment has come by the wall clock. */
export async function readDueJobs(rows: SqlReader, now: Date): Promise<ParkedJob[]> {
  const due = await rows<{ id: string; accountId: string; parkedUntil: Date }>(
    Prisma.sql`SELECT "id", "accountId", "parkedUntil" FROM "Job"
      WHERE "queueState" = 'PARKED' AND "workerId" IS NULL AND "parkedUntil" <= ${now}`,
  );
  return due.map(({ parkedUntil, ...job }) => ({ ...job, until: parkedUntil.getTime() }));
}

/**
 * The jobs that earlier processes have parked, by their moments, each with the moment of its last call. Without jobs
 * that wait for a person.
 */
export async function readParkedJobs(
  rows: SqlReader,
  most: number,
): Promise<{ job: ParkedJob; calledAt: number }[]> {
  const parked = await rows<{
    id: string;
    accountId: string;
    parkedUntil: Date;
    calledAt: Date | number | bigint;
  }>(Prisma.sql`
    SELECT "Job"."id", "accountId", "parkedUntil", max("Attempt"."startedAt") AS "calledAt"
    FROM "Job" JOIN "Attempt" ON "jobId" = "Job"."id" WHERE "queueState" = 'PARKED'
      AND NOT EXISTS (SELECT 1 FROM "Approval" WHERE "Approval"."jobId" = "Job"."id" AND "state" = 'PENDING')
    GROUP BY "Job"."id", "accountId", "parkedUntil" ORDER BY "parkedUntil" LIMIT ${most}`);
  return parked.map(({ id, accountId, parkedUntil, calledAt }) => ({
    job: { id, accountId, until: parkedUntil.getTime() },
    calledAt: momentOf(calledAt)?.getTime() ?? 0,
  }));
}

/**
 * Returns parked jobs to their queues.
 * @returns the ids of the returned jobs: others have ended, or another process has parked them for longer
 */
export async function resumeJobs(tx: Queries, jobs: readonly ParkedJob[]): Promise<string[]> {
  const untils = new Map(jobs.map(({ id, until }) => [id, until]));
  const parked = await sqlIn(tx)<QueuedJob & { parkedUntil: Date }>(
    Prisma.sql`SELECT "id", "queueState", "workerId", "epoch", "parkedUntil" FROM "Job"
      WHERE "id" IN ${tx.dialect.listed([...untils.keys()])} AND "queueState" = 'PARKED'`,
  );
  const due = parked.filter(({ id, parkedUntil }) => parkedUntil.getTime() <= (untils.get(id) ?? 0));
  await updateRows(tx, 'Job', ['id'], due.map(resume));
  return due.map(({ id }) => id);
}
