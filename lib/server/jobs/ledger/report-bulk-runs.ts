import type { SqlQueries } from '@/lib/server/database/database';
import { newId } from '@/lib/server/ids';
import { bytesOfCallbacks, changeStorage } from '@/lib/server/jobs/ledger/account-storage';
import { insertRows } from '@/lib/server/jobs/ledger/job-rows';
import { jsonValue } from '@/lib/server/jobs/ledger/step-columns';
import type { ServerContext } from '@/lib/server/runtime/context';
import { notifySenders, storedUrl } from '@/lib/server/webhooks/callback-ledger';
import type { BulkEvent, BulkRun } from '@/prisma/generated/prisma/client';

// Messages on bulk runs to receivers. Their rows are written, due at once, in the transaction in which
// the run ends or passes a quarter. A message says what the run is when it's sent (lib/server/webhooks/callback-body.ts).

/** A receiver of a run's messages. */
export interface RunCallback {
  url: string;
  /** Whether it gets the quarters too. */
  progress: boolean;
}

const quarters = [25, 50, 75] as const;

export type ReportContext = Pick<ServerContext, 'now' | 'randomBytes' | 'onCallbacksDue'>;
export type ReportedRun = Pick<BulkRun, 'id' | 'accountId' | 'callbacks'>;
export type CountedRows = Pick<
  BulkRun,
  'totalRows' | 'completedRows' | 'failedRows' | 'canceledRows' | 'skippedRows'
>;

/** Receivers as a run stores them, JSON; null for none. */
export const storedCallbacks = (callbacks: readonly RunCallback[]): string | null =>
  callbacks.length === 0
    ? null
    : JSON.stringify(callbacks.map(({ url, progress }) => ({ url: storedUrl({ url }), progress })));

/** None if they can't be read: the run still ends. */
function callbacksOf({ callbacks }: Pick<BulkRun, 'callbacks'>): RunCallback[] {
  const stored = jsonValue(callbacks);
  return Array.isArray(stored) ? stored : [];
}

/** Bytes that the messages of a run count for until it has ended once. Each further end adds its own. */
export const bytesOfMessages = (callbacks: readonly RunCallback[]): number =>
  bytesOfCallbacks(
    callbacks.flatMap(({ url, progress }) =>
      Array.from({ length: progress ? 1 + quarters.length : 1 }, () => storedUrl({ url })),
    ),
  );

/** Reports that a run has ended: it takes no further rows, and its last row has ended. */
export async function reportEnd(tx: SqlQueries, ctx: ReportContext, run: ReportedRun): Promise<void> {
  const callbacks = callbacksOf(run);
  if (callbacks.length === 0) return;
  if ((await reportedEvents(tx, run)).has('ENDED')) {
    const bytes = bytesOfCallbacks(callbacks.map(({ url }) => url));
    await tx.$executeRaw`UPDATE "BulkRun" SET "storedBytes" = "storedBytes" + ${bytes} WHERE "id" = ${run.id}`;
    await changeStorage(tx, run.accountId, bytes);
  }
  await insertMessages(tx, ctx, run, callbacks, 'ENDED');
}

/**
 * Reports the quarters of its rows that a run has passed and hasn't reported. It is called for runs that have rows
 * under way or waiting, so that nothing follows the report of the end.
 */
export async function reportProgress(
  tx: SqlQueries,
  ctx: ReportContext,
  run: ReportedRun & CountedRows,
): Promise<void> {
  const callbacks = callbacksOf(run).filter(({ progress }) => progress);
  const endedRows = run.completedRows + run.failedRows + run.canceledRows + run.skippedRows;
  const passed = quarters.filter((percent) => endedRows * 100 >= run.totalRows * percent);
  if (callbacks.length === 0 || passed.length === 0) return;
  const reported = await reportedEvents(tx, run);
  for (const percent of passed)
    if (!reported.has(`PROGRESS_${percent}`))
      await insertMessages(tx, ctx, run, callbacks, `PROGRESS_${percent}`);
}

async function reportedEvents(tx: SqlQueries, { id }: ReportedRun): Promise<ReadonlySet<BulkEvent>> {
  const found = await tx.$queryRaw<{ event: BulkEvent }[]>`
    SELECT DISTINCT "event" FROM "Callback" WHERE "runId" = ${id}`;
  return new Set(found.map(({ event }) => event));
}

async function insertMessages(
  tx: SqlQueries,
  ctx: ReportContext,
  { id: runId, accountId }: ReportedRun,
  callbacks: readonly RunCallback[],
  event: BulkEvent,
): Promise<void> {
  const now = ctx.now();
  await insertRows(
    tx,
    'Callback',
    callbacks.map(({ url }) => ({
      id: newId(ctx, 'callback'),
      ...{ runId, accountId, event, url, endpoint: new URL(url).origin },
      ...{ delivery: 'PAYLOAD', state: 'PENDING', tries: 0, nextAt: now, createdAt: now },
    })),
  );
  notifySenders(tx, ctx);
}

/** Deletes the messages on a run whose content is no longer kept. */
export const deleteMessages = (tx: SqlQueries, runId: string) =>
  tx.$executeRaw`DELETE FROM "Callback" WHERE "runId" = ${runId}`;
