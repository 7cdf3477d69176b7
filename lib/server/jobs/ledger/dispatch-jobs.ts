import { outputBytesOf, stepsAtOnceOf } from '@/lib/config/plans';
import type { OutputBounds } from '@/lib/engine/run/run-store';
import type { SqlQueries, SqlReader } from '@/lib/server/database/database';
import { storageOf } from '@/lib/server/jobs/ledger/account-storage';
import { updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { claim, dispatch, priorities, type QueuedJob } from '@/lib/server/jobs/ledger/transitions';
import { type Account, Prisma } from '@/prisma/generated/prisma/client';

/** A job that its account's plan lets run now. */
export interface DispatchedJob {
  id: string;
  accountId: string;
  epoch: number;
  slots: number;
  /** Whether a caller waits for its end. */
  isAwaited: boolean;
  /** Bytes of its stored workflow and file. */
  bytes: number;
  /** Bytes of the outputs that its steps have stored. */
  outputBytes: number;
  outputBounds: OutputBounds;
  /** See crash-count.ts. */
  crashCount: number;
}

/** How many jobs a process can take: in all, with a waiting caller, and without one. */
export interface Capacity {
  all: number;
  awaited: number;
  others: number;
}

/** A dispatch's effects. */
export interface Dispatch {
  /** Jobs that the worker has taken. */
  taken: DispatchedJob[];
  /** Whether jobs were left for any worker to claim. */
  areLeft: boolean;
  /** Whether rows were left because the worker has its share of them. The other workers claim first. */
  areShared: boolean;
  /** Accounts in whose queues revoked jobs were found. */
  withRevoked: string[];
}

export const nothingDispatched: Dispatch = { taken: [], areLeft: false, areShared: false, withRevoked: [] };

/** A job at the head of its account's queue. */
interface FirstJob extends QueuedJob {
  accountId: string;
  priority: number;
  slots: number;
  crashCount: number;
  bytes: number | bigint;
  outputBytes: number | bigint;
}

/**
 * Dispatches the first jobs of each account's queue, as far as its plan's steps at once allow. Jobs whose caller waits go
 * first. Revoked ones stay: they are canceled (end-revoked-jobs.ts).
 * @param worker takes as many as it has capacity for, and of bulk runs' rows only its share; any worker can claim the
 *   others
 */
export async function dispatchJobs(
  tx: SqlQueries,
  accountIds: readonly string[],
  worker: { id: string; capacity: Capacity; workers: number },
): Promise<Dispatch> {
  const withRevoked = new Set<string>();
  const going: { job: FirstJob; slots: number; isTaken: boolean; outputBounds: OutputBounds }[] = [];
  const capacity = { ...worker.capacity };
  let areShared = false;
  const queues = (await waitingQueues(tx, accountIds, worker.id)).filter(({ free }) => free > 0);
  const firstOf = await Promise.all(queues.map((queue) => firstJobs(tx, queue)));
  for (const [index, { accountId, stepsAtOnce, free, outputBounds, ...queue }] of queues.entries()) {
    let left = free;
    let { taken: own } = queue;
    for (const job of firstOf[index] ?? []) {
      if (Number(job.isRevoked) === 1) {
        withRevoked.add(accountId);
        continue;
      }
      const slots = Math.min(job.slots, stepsAtOnce);
      if (slots > left) break;
      left -= slots;
      const kind = job.priority === priorities.awaited ? 'awaited' : 'others';
      const fits = capacity.all > 0 && capacity[kind] > 0;
      const exceedsShare = job.priority === priorities.row && own >= (stepsAtOnce - left) / worker.workers;
      const isTaken = fits && !exceedsShare;
      areShared ||= fits && exceedsShare;
      if (isTaken) {
        own += slots;
        capacity.all -= 1;
        capacity[kind] -= 1;
      }
      going.push({ job, slots, isTaken, outputBounds });
    }
  }
  await updateRows(
    tx,
    'Job',
    ['id'],
    going.map(({ job, slots, isTaken }) => dispatch(job, { workerId: isTaken ? worker.id : null, slots })),
  );
  const taken = going.flatMap(({ job, slots, isTaken, outputBounds }) =>
    isTaken ? [{ ...dispatchedJob({ ...job, slots }, outputBounds), epoch: job.epoch + 1 }] : [],
  );
  const areLeft = taken.length < going.length;
  return { taken, areLeft, areShared, withRevoked: [...withRevoked] };
}

const dispatchedJob = (job: FirstJob, outputBounds: OutputBounds): DispatchedJob => ({
  id: job.id,
  accountId: job.accountId,
  epoch: job.epoch,
  slots: job.slots,
  isAwaited: job.priority === priorities.awaited,
  bytes: Number(job.bytes),
  outputBytes: Number(job.outputBytes),
  outputBounds,
  crashCount: job.crashCount,
});

/**
 * Claims jobs that were dispatched to no worker, beginning with the accounts with the fewest running jobs. Skips jobs
 * that another process is claiming. On PostgreSQL only.
 * @param isAwaited of which kind
 */
export async function claimJobs(
  tx: SqlQueries,
  workerId: string,
  isAwaited: boolean,
  most: number,
): Promise<DispatchedJob[]> {
  const kind = isAwaited
    ? Prisma.sql`"priority" = ${priorities.awaited}`
    : Prisma.sql`"priority" > ${priorities.awaited}`;
  const jobs = await tx.$queryRaw<(FirstJob & AccountColumns)[]>`
    WITH "placed" AS (
      SELECT "id", row_number() OVER (
        PARTITION BY "accountId" ORDER BY "workerId" IS NULL, "createdAt", "id") AS "place"
      FROM "Job" WHERE "queueState" = 'DISPATCHED' AND ${kind}
    )
    SELECT ${jobColumns}, "planId", "Account"."storedBytes"
    FROM "Job" JOIN "placed" ON "placed"."id" = "Job"."id" JOIN "Account" ON "Account"."id" = "accountId"
    WHERE "queueState" = 'DISPATCHED' AND "workerId" IS NULL
    ORDER BY "place", "Job"."createdAt" LIMIT ${most} FOR UPDATE OF "Job" SKIP LOCKED`;
  await updateRows(
    tx,
    'Job',
    ['id'],
    jobs.map((job) => claim(job, workerId)),
  );
  return jobs.map((job) => dispatchedJob(job, outputBoundsOf(job)));
}

/** With the sizes of what a run reads first. Neither database reads a long text for its length. */
const jobColumns = Prisma.sql`
  "Job"."id", "queueState", "workerId", "epoch", "accountId", "priority", "slots", "crashCount",
  octet_length("workflow")
    + coalesce((SELECT octet_length("text") FROM "JobFile" WHERE "jobId" = "Job"."id"), 0) AS "bytes",
  CASE WHEN "startedAt" IS NULL AND NOT EXISTS (SELECT 1 FROM "Rerun" WHERE "Rerun"."jobId" = "Job"."id") THEN 0 ELSE
    (SELECT coalesce(sum(coalesce(octet_length("output"), 0) + coalesce(octet_length("pieces"), 0)), 0)
      FROM "JobStep" WHERE "jobId" = "Job"."id") END AS "outputBytes"`;

type AccountColumns = Pick<Account, 'planId' | 'storedBytes'>;

function outputBoundsOf(account: AccountColumns): OutputBounds {
  const { storedBytes, storageBytes } = storageOf(account);
  return { job: outputBytesOf(account.planId), storageLeft: Math.max(0, storageBytes - storedBytes) };
}

/**
 * Whether the user or the API key of a job or a bulk run has since lost the right to start jobs. It's read rather than
 * stored with each job: a key may have 20,000 of them, and SQLite rewrites a row with all its text. A key that has
 * expired had the right.
 */
const revoked = (table: 'Job' | 'BulkRun') => Prisma.sql`CASE WHEN
  EXISTS (SELECT 1 FROM "User"
    WHERE "User"."id" = ${Prisma.raw(`"${table}"`)}."userId" AND "User"."status" = 'ACTIVE' AND "scopeWrite")
  AND ("apiKeyId" IS NULL OR EXISTS
    (SELECT 1 FROM "ApiKey" WHERE "ApiKey"."id" = "apiKeyId" AND "ApiKey"."status" = 'ACTIVE' AND "scopeWrite"))
  THEN 0 ELSE 1 END`;

export const isRevoked = revoked('Job');
export const isRunRevoked = revoked('BulkRun');

/** An account whose jobs wait. */
interface WaitingQueue {
  accountId: string;
  stepsAtOnce: number;
  /** How many more of its steps may run. */
  free: number;
  /** How many of its running steps belong to the worker. */
  taken: number;
  outputBounds: OutputBounds;
}

interface WaitingRow extends AccountColumns {
  accountId: string;
  used: number | bigint;
  taken: number | bigint;
}

async function waitingQueues(
  tx: SqlQueries,
  accountIds: readonly string[],
  workerId: string,
): Promise<WaitingQueue[]> {
  if (accountIds.length === 0) return [];
  const rows = await tx.$queryRaw<WaitingRow[]>`
    SELECT "id" AS "accountId", "planId", "storedBytes",
      (SELECT coalesce(sum("slots"), 0) FROM "Job"
        WHERE "accountId" = "Account"."id" AND "queueState" = 'DISPATCHED') AS "used",
      (SELECT coalesce(sum("slots"), 0) FROM "Job"
        WHERE "accountId" = "Account"."id" AND "queueState" = 'DISPATCHED' AND "workerId" = ${workerId}) AS "taken"
    FROM "Account" WHERE "id" IN ${tx.dialect.listed([...new Set(accountIds)])}
      AND EXISTS (SELECT 1 FROM "Job" WHERE "accountId" = "Account"."id" AND "queueState" = 'WAITING')`;
  return rows.map(({ accountId, used, taken, ...account }) => {
    const stepsAtOnce = stepsAtOnceOf(account.planId);
    return {
      accountId,
      stepsAtOnce,
      free: stepsAtOnce - Number(used),
      taken: Number(taken),
      outputBounds: outputBoundsOf(account),
    };
  });
}

/** As many jobs as can go at most: each takes one step or more. */
const firstJobs = (tx: SqlQueries, { accountId, free }: WaitingQueue) =>
  tx.$queryRaw<(FirstJob & { isRevoked: number | bigint })[]>`
    SELECT ${jobColumns}, ${isRevoked} AS "isRevoked" FROM "Job"
    WHERE "accountId" = ${tx.dialect.unplanned(accountId)} AND "queueState" = 'WAITING'
    ORDER BY "priority", "createdAt", "id" LIMIT ${tx.dialect.unplanned(free)}`;

/**
 * The accounts of which a dispatch may let jobs go. Also those of bulk runs whose next rows found no place in their
 * account's queue.
 */
export async function readDispatchableAccounts(rows: SqlReader): Promise<string[]> {
  const stalled = await rows<{ accountId: string }>(Prisma.sql`
    SELECT DISTINCT "accountId" FROM "BulkRun" WHERE "status" IN ('QUEUED', 'RUNNING') AND "runningRows" = 0`);
  // Of a queue, one job is looked at: it may have thousands.
  const waiting = await rows<{ accountId: string; planId: string; used: number | bigint }>(Prisma.sql`
    SELECT "id" AS "accountId", "planId", (SELECT coalesce(sum("slots"), 0) FROM "Job"
      WHERE "accountId" = "Account"."id" AND "queueState" = 'DISPATCHED') AS "used"
    FROM "Account"
    WHERE EXISTS (SELECT 1 FROM "Job" WHERE "accountId" = "Account"."id" AND "queueState" = 'WAITING')`);
  const free = waiting.filter(({ planId, used }) => Number(used) < stepsAtOnceOf(planId));
  return [...new Set([...stalled, ...free].map(({ accountId }) => accountId))];
}
