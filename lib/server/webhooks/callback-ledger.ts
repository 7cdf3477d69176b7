import type { CallbackInput } from '@/lib/engine/workflow';
import { afterCommit } from '@/lib/server/database/after-commit';
import { type SqlQueries, type SqlReader, sqlIn } from '@/lib/server/database/database';
import { newId, type RandomSource } from '@/lib/server/ids';
import { insertRows, type Row, storableText, updateRows } from '@/lib/server/jobs/ledger/job-rows';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { NextStep } from '@/lib/server/webhooks/delivery-schedule';
import type { Outcome } from '@/lib/server/webhooks/post-message';
import { type Callback, type JobStatus, Prisma } from '@/prisma/generated/prisma/client';

// The outbox of callbacks. A row is written with its job, and becomes due in the transaction that ends the job. Messages on bulk
// runs (report-bulk-runs.ts) are due at once. The transaction that records a delivery also records the row's next step.

/** Deliveries by hand that are kept of a callback. Its own are seven. */
const MANUAL_KEPT = 13;

/** A callback's URL as it's stored and sent: without line breaks and zeros, which PostgreSQL doesn't store. */
export const storedUrl = ({ url }: Pick<CallbackInput, 'url'>): string => new URL(url).href;

/** Whether a callback waits for its job's end. Requests for approval have rows of their own (jobs/ledger/approvals.ts). */
export const isForEnd = ({ status }: Pick<CallbackInput, 'status'>): boolean =>
  status !== 'AWAITING_APPROVAL';

/** The rows of a new job's callbacks, which wait for its end. */
export const callbackRows = (
  random: RandomSource,
  { id, accountId, callbacks }: { id: string; accountId: string; callbacks: readonly CallbackInput[] },
  now: Date,
): Row[] =>
  callbacks.filter(isForEnd).map((callback) => ({
    id: newId(random, 'callback'),
    jobId: id,
    accountId,
    status: callback.status,
    url: storedUrl(callback),
    endpoint: new URL(callback.url).origin,
    delivery: callback.delivery ?? 'PAYLOAD',
    state: 'WAITING',
    tries: 0,
    createdAt: now,
  }));

/** Makes the callbacks of jobs that end now due, and deletes the ones for another end. */
export async function releaseCallbacks(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'onCallbacksDue'>,
  ended: readonly { jobId: string; status: JobStatus }[],
): Promise<void> {
  if (ended.length === 0) return;
  const statuses = new Map(ended.map(({ jobId, status }) => [jobId, status]));
  // Nearly all jobs have none, so this is all that they cost.
  const released = await tx.$queryRaw<Pick<Callback, 'id' | 'jobId' | 'status'>[]>`
    UPDATE "Callback" SET "state" = 'PENDING', "nextAt" = ${ctx.now()}
    WHERE "jobId" IN ${tx.dialect.listed([...statuses.keys()])} AND "state" = 'WAITING'
    RETURNING "id", "jobId", "status"`;
  if (released.length === 0) return;
  const others = released.filter(({ jobId, status }) => statuses.get(jobId ?? '') !== status);
  if (others.length > 0)
    await tx.$executeRaw`
      DELETE FROM "Callback" WHERE "id" IN ${tx.dialect.listed(others.map(({ id }) => id))}`;
  if (others.length < released.length) notifySenders(tx, ctx);
}

/** Notifies the senders of this process of due callbacks, once these are committed. */
export function notifySenders(tx: SqlQueries, ctx: Pick<ServerContext, 'onCallbacksDue'>): void {
  afterCommit(tx, () => {
    for (const notify of ctx.onCallbacksDue) notify();
  });
}

/** Callbacks of an account to one origin: a slow receiver delays these. */
export interface Endpoint {
  accountId: string;
  endpoint: string;
}

/** A callback that a process may deliver now. */
export type ClaimedCallback = Pick<
  Callback,
  | 'id'
  | 'jobId'
  | 'runId'
  | 'accountId'
  | 'position'
  | 'status'
  | 'event'
  | 'url'
  | 'endpoint'
  | 'delivery'
  | 'tries'
  | 'createdAt'
>;

const claimedColumns = Prisma.sql`
  "id", "jobId", "runId", "accountId", "position", "status", "event", "url", "endpoint", "delivery", "tries", "createdAt"`;

/** Whether any callback is due: nearly always none is, and no endpoint need be looked at. */
export async function isAnyDue(rows: SqlReader, now: Date): Promise<boolean> {
  const due = await rows(Prisma.sql`
    SELECT 1 AS "isDue" FROM "Callback" WHERE "state" = 'PENDING' AND "nextAt" <= ${now} LIMIT 1`);
  return due.length > 0;
}

/** An origin sorts before it: it begins with http. */
const AFTER_ALL_ENDPOINTS = '~';

/**
 * The endpoints that have callbacks to deliver, in the order of their index, each with the moment of its next one. It
 * jumps from one to the next, so that it takes as long for an endpoint of 100,000 callbacks as for one of a single.
 * @param after where to begin
 * @param full accounts of which one more endpoint is enough
 */
export function nextEndpoints(
  rows: SqlReader,
  { after, full, most }: { after: Endpoint | null; full: readonly string[]; most: number },
): Promise<(Endpoint & { nextAt: Date })[]> {
  const place = (from: Prisma.Sql) => Prisma.sql`
    (SELECT "next"."id" FROM "Callback" AS "next"
      WHERE "next"."state" = 'PENDING' AND ("next"."accountId", "next"."endpoint") > (${from})
      ORDER BY "next"."accountId", "next"."endpoint", "next"."nextAt" LIMIT 1)`;
  const { accountId, endpoint } = after ?? { accountId: '', endpoint: '' };
  return rows(Prisma.sql`
    WITH RECURSIVE "walk" ("id", "number") AS (
      SELECT ${place(Prisma.sql`${accountId}, ${endpoint}`)}, 1
      UNION ALL
      SELECT ${place(Prisma.sql`"here"."accountId",
        CASE WHEN "here"."accountId" IN ${rows.dialect.listed(full)} THEN ${AFTER_ALL_ENDPOINTS} ELSE "here"."endpoint" END`)},
        "number" + 1
      FROM "walk" JOIN "Callback" AS "here" ON "here"."id" = "walk"."id" WHERE "number" < ${most}
    )
    SELECT "accountId", "endpoint", "nextAt" FROM "walk" JOIN "Callback" ON "Callback"."id" = "walk"."id"
    ORDER BY "number"`);
}

/**
 * Takes due callbacks for a process. If it dies, they come due again when the lease ends.
 * @param wanted how many of which endpoints
 */
export async function claimCallbacks(
  tx: SqlQueries,
  wanted: readonly (Endpoint & { count: number })[],
  { workerId, now, leasedUntil }: { workerId: string; now: Date; leasedUntil: Date },
): Promise<ClaimedCallback[]> {
  const skipLocked = tx.dialect.name === 'postgresql' ? Prisma.sql`FOR UPDATE SKIP LOCKED` : Prisma.empty;
  const found = await Promise.all(
    wanted.map(
      ({ accountId, endpoint, count }) => tx.$queryRaw<ClaimedCallback[]>`
        SELECT ${claimedColumns} FROM "Callback"
        WHERE "state" = 'PENDING' AND "accountId" = ${accountId} AND "endpoint" = ${endpoint}
          AND "nextAt" <= ${now} AND ("leasedUntil" IS NULL OR "leasedUntil" <= ${now})
        ORDER BY "nextAt" LIMIT ${count} ${skipLocked}`,
    ),
  );
  const claimed = found.flat();
  await updateRows(
    tx,
    'Callback',
    ['id'],
    claimed.map(({ id }) => ({ id, workerId, leasedUntil, nextAt: leasedUntil })),
  );
  return claimed.map((callback) => ({ ...callback, tries: Number(callback.tries) }));
}

/** Gives callbacks back that a process has claimed and not delivered. */
export async function returnCallbacks(
  tx: SqlQueries,
  ids: readonly string[],
  { workerId, nextAt }: { workerId: string; nextAt: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw`
    UPDATE "Callback" SET "workerId" = NULL, "leasedUntil" = NULL, "nextAt" = ${nextAt}
    WHERE "id" IN ${tx.dialect.listed(ids)} AND "workerId" = ${workerId} AND "state" = 'PENDING'`;
}

/** A try of a callback. */
export interface DeliveredCallback {
  id: string;
  workerId: string;
  isManual: boolean;
  startedAt: Date;
  outcome: Outcome;
  /** The callback's next step; null if it stays as it is. */
  next: NextStep | null;
}

/**
 * Records a try, and moves its callback on unless another process has taken it since. A callback that was deleted with its
 * job stays deleted.
 */
export async function recordDelivery(
  tx: SqlQueries,
  now: Date,
  { id, workerId, isManual, startedAt, outcome, next }: DeliveredCallback,
): Promise<void> {
  const [callback] = await sqlIn(tx)<
    Pick<Callback, 'workerId' | 'tries'> & { last: number | bigint }
  >(Prisma.sql`
    SELECT "workerId", "tries",
      (SELECT coalesce(max("number"), 0) FROM "Delivery" WHERE "callbackId" = ${id}) AS "last"
    FROM "Callback" WHERE "id" = ${id} ${tx.dialect.forUpdate}`);
  if (!callback) return;
  const { milliseconds, status, code, message, response } = outcome;
  const number = Number(callback.last) + 1;
  await insertRows(tx, 'Delivery', [
    {
      ...{ callbackId: id, number, isManual, startedAt, milliseconds, status, code },
      message: message === null ? null : storableText(message),
      response,
    },
  ]);
  if (isManual)
    await tx.$executeRaw`
      DELETE FROM "Delivery" WHERE "callbackId" = ${id} AND "isManual" AND "number" <=
        (SELECT "number" FROM "Delivery" WHERE "callbackId" = ${id} AND "isManual"
          ORDER BY "number" DESC LIMIT 1 OFFSET ${MANUAL_KEPT})`;
  if (callback.workerId !== workerId) return;
  const moved = next && {
    state: next.state,
    nextAt: next.nextAt,
    code: next.code,
    endedAt: next.nextAt === null ? now : null,
  };
  const tries = Number(callback.tries) + (isManual ? 0 : 1);
  await updateRows(tx, 'Callback', ['id'], [{ id, workerId: null, leasedUntil: null, tries, ...moved }]);
}
