import type { SqlQueries, SqlReader } from '@/lib/server/database/database';
import { isRevoked } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { canceled, endJobs } from '@/lib/server/jobs/ledger/end-jobs';
import { firstBatch, type JobSize, stepCount } from '@/lib/server/jobs/ledger/job-batches';
import type { RecordContext } from '@/lib/server/jobs/ledger/record-changes';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Jobs of a queue that are read at once. */
const PAGE = 200;

/**
 * Ends those of these jobs that wait or are parked, and are still revoked.
 * @returns their ids
 */
export async function endRevokedJobs(
  tx: SqlQueries,
  ctx: RecordContext,
  ids: readonly string[],
): Promise<string[]> {
  const left = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Job" WHERE "id" IN ${tx.dialect.listed(ids)}
      AND "queueState" IN ('PARKED', 'WAITING') AND ${isRevoked} = 1`;
  const ended = left.map(({ id }) => id);
  await endJobs(tx, ctx, ended, canceled);
  return ended;
}

/** The ids of an account's revoked jobs, in batches that end in one transaction each. Reads each job once. */
export async function* revokedJobs(rows: SqlReader, accountId: string): AsyncGenerator<string[]> {
  for (const state of ['PARKED', 'WAITING'] as const) {
    let page: JobInQueue[] = [];
    do {
      page = await nextInQueue(rows, accountId, state, page.at(-1));
      let left = page.filter((job) => Number(job.isRevoked) === 1);
      while (left.length > 0) {
        const batch = firstBatch(left);
        yield batch.map(({ id }) => id);
        left = left.slice(batch.length);
      }
    } while (page.length === PAGE);
  }
}

interface JobInQueue extends JobSize {
  priority: number;
  createdAt: Date;
  isRevoked: number | bigint;
}

function nextInQueue(
  rows: SqlReader,
  accountId: string,
  state: 'PARKED' | 'WAITING',
  after: JobInQueue | undefined,
): Promise<JobInQueue[]> {
  const onwards = after
    ? Prisma.sql`AND ("priority", "createdAt", "id") > (${after.priority}, ${after.createdAt}, ${after.id})`
    : Prisma.empty;
  const isInState =
    state === 'PARKED' ? Prisma.sql`"queueState" = 'PARKED'` : Prisma.sql`"queueState" = 'WAITING'`;
  return rows<JobInQueue>(Prisma.sql`
    SELECT "id", "priority", "createdAt", ${stepCount} AS "steps", ${isRevoked} AS "isRevoked" FROM "Job"
    WHERE "accountId" = ${accountId} AND ${isInState} ${onwards}
    ORDER BY "priority", "createdAt", "id" LIMIT ${PAGE}`);
}
