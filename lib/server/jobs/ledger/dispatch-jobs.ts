import { outputBytesOf, stepsAtOnceOf } from '@/lib/config/plans';
import type { OutputBounds } from '@/lib/engine/run/run-store';
import type { SqlQueries } from '@/lib/server/database/database';
import { storageOf } from '@/lib/server/jobs/ledger/account-storage';
import { updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { type Account, type JobTurn, Prisma } from '@/prisma/generated/prisma/client';

/** A job that has left its account's line. */
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
  /** How many workers have ended while they ran it, and whether it was alone then (losses.ts). */
  losses: number;
}

/** How many jobs a process can take: in all, and of those that a caller waits for and of the others. */
export interface Room {
  all: number;
  awaited: number;
  others: number;
}

interface WaitingJob {
  id: string;
  urgency: number | bigint;
  slots: number | bigint;
  epoch: number | bigint;
  losses: number | bigint;
  bytes: number | bigint | null;
  outputBytes: number | bigint;
  isRevoked: number | bigint;
}

/** An account whose jobs wait. */
interface Line {
  accountId: string;
  stepsAtOnce: number;
  /** How many more of its steps may run. */
  free: number;
  outputBounds: OutputBounds;
}

/**
 * Lets the first jobs of each account's line go to the workers, as far as its plan's steps at once allow. Jobs that
 * somebody waits for go first. Revoked ones stay: they are canceled (end-revoked-jobs.ts).
 * @param worker takes as many of them at once as it has room for; the others are for any process that has (claimJobs)
 * @returns the jobs that this worker has taken, whether some were left, and accounts with revoked jobs
 */
export async function dispatchJobs(
  tx: SqlQueries,
  accountIds: readonly string[],
  worker: { id: string; room: Room },
): Promise<{ taken: DispatchedJob[]; areLeft: boolean; withRevoked: string[] }> {
  const withRevoked = new Set<string>();
  const dispatched: (DispatchedJob & { isTaken: boolean })[] = [];
  const room = { ...worker.room };
  const lines = (await linesOf(tx, accountIds)).filter(({ free }) => free > 0);
  const firstOf = await Promise.all(lines.map((line) => firstInLine(tx, line)));
  for (const [index, { accountId, stepsAtOnce, free, outputBounds }] of lines.entries()) {
    let left = free;
    for (const job of firstOf[index] ?? []) {
      if (Number(job.isRevoked) === 1) {
        withRevoked.add(accountId);
        continue;
      }
      const slots = Math.min(Number(job.slots), stepsAtOnce);
      if (slots > left) break;
      left -= slots;
      const epoch = Number(job.epoch) + 1;
      const isAwaited = Number(job.urgency) === 0;
      const kind = isAwaited ? 'awaited' : 'others';
      const isTaken = room.all > 0 && room[kind] > 0;
      if (isTaken) {
        room.all -= 1;
        room[kind] -= 1;
      }
      const [bytes, losses] = [Number(job.bytes), Number(job.losses)];
      const outputBytes = Number(job.outputBytes);
      dispatched.push({
        id: job.id,
        accountId,
        epoch,
        slots,
        isAwaited,
        bytes,
        outputBytes,
        losses,
        outputBounds,
        isTaken,
      });
    }
  }
  await updateRows(
    tx,
    'Job',
    ['id'],
    dispatched.map(({ id, epoch, slots, isTaken }) => ({
      id,
      epoch,
      slots,
      turn: 'DISPATCHED',
      workerId: isTaken ? worker.id : null,
      parkedUntil: null,
    })),
  );
  const taken = dispatched.filter(({ isTaken }) => isTaken);
  return { taken, areLeft: taken.length < dispatched.length, withRevoked: [...withRevoked] };
}

/**
 * Takes jobs that were left for any process, those of the accounts first of which the fewest run. What another process
 * is taking at the same time is its own. On PostgreSQL only.
 * @param isAwaited of which kind
 */
export async function claimJobs(
  tx: SqlQueries,
  workerId: string,
  isAwaited: boolean,
  most: number,
): Promise<DispatchedJob[]> {
  const urgency = isAwaited ? 0 : 1;
  const claimed = await tx.$queryRaw<(Omit<DispatchedJob, 'isAwaited' | 'outputBounds'> & AccountColumns)[]>`
    WITH "placed" AS (
      SELECT "id", row_number() OVER (
        PARTITION BY "accountId" ORDER BY "workerId" IS NULL, "createdAt", "id") AS "place"
      FROM "Job" WHERE "turn" = 'DISPATCHED' AND "urgency" = ${urgency}
    ), "claimed" AS (
      SELECT "Job"."id" FROM "Job" JOIN "placed" ON "placed"."id" = "Job"."id"
      WHERE "turn" = 'DISPATCHED' AND "workerId" IS NULL
      ORDER BY "place", "createdAt" LIMIT ${most} FOR UPDATE OF "Job" SKIP LOCKED
    )
    UPDATE "Job" SET "workerId" = ${workerId} FROM "claimed", "Account"
    WHERE "Job"."id" = "claimed"."id" AND "Account"."id" = "accountId"
    RETURNING "Job"."id", "accountId", "epoch", "slots", "losses", ${sizes}, "planId", "Account"."storedBytes"`;
  return claimed.map(({ planId, storedBytes, ...job }) => ({
    ...job,
    bytes: Number(job.bytes),
    outputBytes: Number(job.outputBytes),
    isAwaited,
    outputBounds: outputBoundsOf({ planId, storedBytes }),
  }));
}

/**
 * Puts jobs that haven't begun back into their accounts' lines; one that another process has taken is left alone.
 * @returns the ids of those that were put back
 */
export async function giveBack(
  tx: SqlQueries,
  jobs: readonly Pick<DispatchedJob, 'id' | 'epoch'>[],
): Promise<string[]> {
  const ids = await stillHeld(tx, jobs);
  await updateRows(
    tx,
    'Job',
    ['id'],
    ids.map((id) => ({ id, turn: 'WAITING', workerId: null })),
  );
  return ids;
}

/** Of jobs as a process has taken or found them, those that none has taken since. */
export async function stillHeld(
  tx: SqlQueries,
  jobs: readonly { id: string; epoch: number | bigint }[],
): Promise<string[]> {
  const epochs = new Map(jobs.map(({ id, epoch }) => [id, Number(epoch)]));
  const rows = await tx.$queryRaw<{ id: string; epoch: number | bigint; turn: JobTurn }[]>`
    SELECT "id", "epoch", "turn" FROM "Job" WHERE "id" IN ${tx.dialect.listed([...epochs.keys()])}`;
  return rows
    .filter(({ id, epoch, turn }) => turn === 'DISPATCHED' && epochs.get(id) === Number(epoch))
    .map(({ id }) => id);
}

/** What a run reads first. Neither database reads a long text for its length. */
const sizes = Prisma.sql`octet_length("workflow")
  + coalesce((SELECT octet_length("text") FROM "JobFile" WHERE "jobId" = "Job"."id"), 0) AS "bytes",
  CASE WHEN "startedAt" IS NULL THEN 0 ELSE
  (SELECT coalesce(sum(coalesce(octet_length("output"), 0) + coalesce(octet_length("pieces"), 0)), 0)
   FROM "JobStep" WHERE "jobId" = "Job"."id") END AS "outputBytes"`;

type AccountColumns = Pick<Account, 'planId' | 'storedBytes'>;

function outputBoundsOf(account: AccountColumns): OutputBounds {
  const { storedBytes, storageBytes } = storageOf(account);
  return { job: outputBytesOf(account.planId), storageLeft: Math.max(0, storageBytes - storedBytes) };
}

/**
 * Whether a job's user or API key has since lost the right to start jobs. It's read rather than stored with each job: a
 * key may have 20,000 of them, and SQLite rewrites a row with all its text. A key that has expired had the right.
 */
export const isRevoked = Prisma.sql`CASE WHEN
  EXISTS (SELECT 1 FROM "User" WHERE "User"."id" = "Job"."userId" AND "User"."status" = 'ACTIVE' AND "scopeWrite")
  AND ("apiKeyId" IS NULL OR EXISTS
    (SELECT 1 FROM "ApiKey" WHERE "ApiKey"."id" = "apiKeyId" AND "ApiKey"."status" = 'ACTIVE' AND "scopeWrite"))
  THEN 0 ELSE 1 END`;

/** The lines of these accounts in which jobs wait. */
async function linesOf(tx: SqlQueries, accountIds: readonly string[]): Promise<Line[]> {
  if (accountIds.length === 0) return [];
  const rows = await tx.$queryRaw<(AccountColumns & { accountId: string; used: number | bigint })[]>`
    SELECT "id" AS "accountId", "planId", "storedBytes",
      (SELECT coalesce(sum("slots"), 0) FROM "Job"
        WHERE "accountId" = "Account"."id" AND "turn" = 'DISPATCHED') AS "used"
    FROM "Account" WHERE "id" IN ${tx.dialect.listed([...new Set(accountIds)])}
      AND EXISTS (SELECT 1 FROM "Job" WHERE "accountId" = "Account"."id" AND "turn" = 'WAITING')`;
  return rows.map(({ accountId, planId, storedBytes, used }) => {
    const stepsAtOnce = stepsAtOnceOf(planId);
    const outputBounds = outputBoundsOf({ planId, storedBytes });
    return { accountId, stepsAtOnce, free: stepsAtOnce - Number(used), outputBounds };
  });
}

/** As many jobs as can go at most: each takes one step or more. */
const firstInLine = (tx: SqlQueries, { accountId, free }: Line) => tx.$queryRaw<WaitingJob[]>`
  SELECT "id", "urgency", "slots", "epoch", "losses", ${sizes}, ${isRevoked} AS "isRevoked" FROM "Job"
  WHERE "accountId" = ${accountId} AND "turn" = 'WAITING'
  ORDER BY "urgency", "createdAt", "id" LIMIT ${free}`;
