import { type SqlQueries, type SqlReader, sqlIn } from '@/lib/server/database/database';
import { momentOf } from '@/lib/server/database/dialect';
import { insertRows } from '@/lib/server/jobs/ledger/job-rows';
import type { LedgerJob } from '@/lib/server/jobs/ledger/ledger-jobs';
import { type Interruption, Prisma } from '@/prisma/generated/prisma/client';

// When jobs that had begun were in no process: rows for the timeline, which no run reads.

/** Why a run ended early: its worker crashed, the run itself failed, or the database was away. */
export type RunLoss = 'worker crashed' | 'run failed' | 'database away';

type LostJob = Pick<LedgerJob, 'id' | 'epoch' | 'workerId' | 'startedAt'>;

/**
 * Notes that recovery has found jobs, before it returns them to their queues. A job was lost with its worker's last
 * heartbeat, or with the last moment that it has recorded. The one process of a SQLite file sends no heartbeats.
 */
export async function noteLost(
  tx: SqlQueries,
  { jobs, now, how }: { jobs: readonly LostJob[]; now: Date; how: RunLoss },
): Promise<void> {
  const begun = jobs.filter(({ startedAt }) => startedAt !== null);
  if (begun.length === 0) return;
  // A run that failed did so a moment ago, in this process.
  const lastSigns =
    how === 'run failed' ? new Map<string, number>() : await readLastSigns(sqlIn(tx), begun, how);
  await insertRows(
    tx,
    'Interruption',
    begun.map(({ id, epoch }) => {
      const lostAt = new Date(Math.min(lastSigns.get(id) ?? now.getTime(), now.getTime()));
      return { jobId: id, epoch, lostAt, foundAt: now };
    }),
  );
}

/** Notes that a worker returns jobs to their queues, because it ends or lacks memory. */
export const noteReturned = (tx: SqlQueries, jobs: readonly LostJob[], now: Date): Promise<void> =>
  insertRows(
    tx,
    'Interruption',
    jobs
      .filter(({ startedAt }) => startedAt !== null)
      .map(({ id, epoch }) => ({ jobId: id, epoch, lostAt: now, foundAt: null })),
  );

/** Notes that runs continue jobs. @param resumed each job with the moment (ms) */
export async function noteResumed(
  tx: SqlQueries,
  resumed: readonly { id: string; at: number }[],
): Promise<void> {
  if (resumed.length === 0) return;
  const given = tx.dialect.rows(
    'Interruption',
    ['jobId', 'resumedAt'],
    resumed.map(({ id, at }) => [id, new Date(at)]),
  );
  await tx.$executeRaw`
    UPDATE "Interruption" SET "resumedAt" = "given"."resumedAt" FROM (${given}) AS "given"
    WHERE "Interruption"."jobId" = "given"."jobId" AND "Interruption"."resumedAt" IS NULL`;
}

/** By job, the last sign (ms) of the run that had it. */
async function readLastSigns(
  rows: SqlReader,
  jobs: readonly LostJob[],
  how: RunLoss,
): Promise<Map<string, number>> {
  const workerIds = how === 'worker crashed' ? jobs.flatMap(({ workerId }) => workerId ?? []) : [];
  const ids = rows.dialect.listed(jobs.map(({ id }) => id));
  const [steps, attempts, workers] = await Promise.all([
    rows<{ jobId: string; at: Date | number | bigint; ended: Date | number | bigint | null }>(Prisma.sql`
      SELECT "jobId", max("startedAt") AS "at", max("finishedAt") AS "ended" FROM "JobStep"
      WHERE "jobId" IN ${ids} GROUP BY "jobId"`),
    rows<{ jobId: string; startedAt: Date; milliseconds: number | null }>(Prisma.sql`
      SELECT "jobId", "startedAt", "milliseconds" FROM "Attempt" WHERE "jobId" IN ${ids} AND NOT EXISTS (
        SELECT 1 FROM "Attempt" AS "later" WHERE "later"."jobId" = "Attempt"."jobId"
          AND "later"."position" = "Attempt"."position" AND "later"."number" > "Attempt"."number")`),
    rows<{ id: string; seenAt: Date }>(Prisma.sql`
      SELECT "id", "seenAt" FROM "Worker"
      WHERE "id" IN ${rows.dialect.listed(workerIds)}`),
  ]);
  const seen = new Map(workers.map(({ id, seenAt }) => [id, seenAt.getTime()]));
  const signs = new Map(
    jobs.map(({ id, workerId, startedAt }) => [
      id,
      Math.max(startedAt?.getTime() ?? 0, seen.get(workerId ?? '') ?? 0),
    ]),
  );
  const add = (id: string, at: number) => signs.set(id, Math.max(signs.get(id) ?? 0, at));
  for (const { jobId, at, ended } of steps)
    for (const moment of [at, ended]) add(jobId, moment === null ? 0 : (momentOf(moment)?.getTime() ?? 0));
  for (const { jobId, startedAt, milliseconds } of attempts)
    add(jobId, startedAt.getTime() + (milliseconds ?? 0));
  return signs;
}

/** Interruptions of a job that are read: the first. Progress resets the count of crashes that ends a job. */
export const MOST_INTERRUPTIONS = 100;

/** By job, when it was in no process, in order. */
export async function readInterruptions(
  rows: SqlReader,
  jobIds: readonly string[],
): Promise<Map<string, Interruption[]>> {
  const read = await rows<Interruption>(Prisma.sql`
    SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY "jobId" ORDER BY "epoch") AS "place" FROM "Interruption"
      WHERE "jobId" IN ${rows.dialect.listed(jobIds)}) AS "numbered"
    WHERE "place" <= ${MOST_INTERRUPTIONS} ORDER BY "jobId", "epoch"`);
  return Map.groupBy(read, ({ jobId }) => jobId);
}
