import { stepsAtOnceOf } from '@/lib/config/plans';
import type { SqlQueries } from '@/lib/server/database/database';
import { updateRows } from '@/lib/server/workflows/store/job-rows';
import { Prisma } from '@/prisma/generated/prisma/client';

/** A job that has left its account's line. */
export interface DispatchedJob {
  id: string;
  accountId: string;
  epoch: number;
  slots: number;
  /** Whether somebody waits for its end. */
  isAwaited: boolean;
}

interface WaitingJob {
  id: string;
  accountId: string;
  urgency: number | bigint;
  slots: number | bigint;
  epoch: number | bigint;
  planId: string;
  used: number | bigint;
}

/**
 * Lets the first jobs of each account's line go to the workers, as far as its plan's steps at once allow. Jobs that
 * somebody waits for go first.
 * @param workerId takes them at once; without it they are for any worker
 */
export async function dispatchJobs(
  tx: SqlQueries,
  accountIds: readonly string[],
  workerId: string | null,
): Promise<DispatchedJob[]> {
  const dispatched: DispatchedJob[] = [];
  for (const accountId of new Set(accountIds)) {
    let left: number | undefined;
    for (const job of await firstInLine(tx, accountId)) {
      const stepsAtOnce = stepsAtOnceOf(job.planId);
      left ??= stepsAtOnce - Number(job.used);
      const slots = Math.min(Number(job.slots), stepsAtOnce);
      if (slots > left) break;
      left -= slots;
      const epoch = Number(job.epoch) + 1;
      dispatched.push({ id: job.id, accountId, epoch, slots, isAwaited: Number(job.urgency) === 0 });
    }
  }
  await updateRows(
    tx,
    'Job',
    ['id'],
    dispatched.map(({ id, epoch, slots }) => ({
      id,
      epoch,
      slots,
      turn: 'DISPATCHED',
      workerId,
      parkedUntil: null,
    })),
  );
  return dispatched;
}

/** More than any plan lets go at once. */
const MOST_AT_ONCE = 128;

const firstInLine = (tx: SqlQueries, accountId: string) => tx.$queryRaw<WaitingJob[]>`
  SELECT "Job"."id", "urgency", "slots", "epoch", "planId",
    (SELECT coalesce(sum("slots"), 0) FROM "Job" WHERE "accountId" = ${accountId} AND "turn" = 'DISPATCHED') AS "used"
  FROM "Job" JOIN "Account" ON "Account"."id" = "accountId"
  WHERE "accountId" = ${accountId} AND "turn" = 'WAITING'
  ORDER BY "urgency", "Job"."createdAt", "Job"."id"
  LIMIT ${Prisma.raw(String(MOST_AT_ONCE))}`;
