import { jobDaysOf } from '@/lib/config/plans';
import { DAY_MS } from '@/lib/rules/day';
import type { SqlQueries } from '@/lib/server/database/database';
import { changeStorage } from '@/lib/server/jobs/ledger/account-storage';
import { deleteMessages } from '@/lib/server/jobs/ledger/report-bulk-runs';
import type { ServerContext } from '@/lib/server/runtime/context';
import { turns } from '@/lib/server/runtime/fair-turns';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Rows that are deleted in about the time that another write takes. */
const ROWS_AT_ONCE = 500;
/** How long (ms) an upload may take. A file that isn't ready by then was interrupted. */
const UPLOAD_MS = 60 * 60_000;

/**
 * Removes the rows and texts of bulk runs whose plans no longer keep them, and files that nothing uses anymore. The
 * runs' counts and costs stay.
 * @param isStopped checked before each batch
 * @returns how many runs lost their content, and files were deleted
 */
export async function pruneBulk(ctx: ServerContext, isStopped = () => false): Promise<number> {
  let pruned = 0;
  const accounts = await ctx.db.prisma.account.findMany({ select: { id: true, planId: true } });
  for (const { id: accountId, planId } of accounts) {
    const before = new Date(ctx.now().getTime() - jobDaysOf(planId) * DAY_MS);
    for (const id of await outdatedRuns(ctx, accountId, before)) {
      if (!(await closeRun(ctx, accountId, id, before))) continue;
      if (!(await deleteRows(ctx, accountId, 'BulkRow', id, isStopped))) return pruned;
      await ctx.db.writeRows((tx) => emptyRun(tx, id), { accountId, priority: 'background' });
      pruned += 1;
    }
    for (const id of await unusedFiles(ctx, accountId)) {
      if (!(await closeFile(ctx, accountId, id))) continue;
      if (!(await deleteRows(ctx, accountId, 'BulkFileRow', id, isStopped))) return pruned;
      await ctx.db.writeRows((tx) => deleteFile(tx, id), { accountId, priority: 'background' });
      pruned += 1;
    }
  }
  return pruned;
}

async function outdatedRuns({ db }: ServerContext, accountId: string, before: Date): Promise<string[]> {
  const runs = await db.sql<{ id: string }>(Prisma.sql`
    SELECT "id" FROM "BulkRun"
    WHERE "accountId" = ${accountId} AND ${isOutdated(before)} AND "storedBytes" > 0`);
  return runs.map(({ id }) => id);
}

const isOutdated = (before: Date) => Prisma.sql`"finishedAt" < ${before} AND "runningRows" = 0`;

/** Takes the workflow from a run before its rows are deleted, so that no retry finds half of them. @returns whether it could */
const closeRun = async (ctx: ServerContext, accountId: string, id: string, before: Date): Promise<boolean> =>
  (await ctx.db.writeRows(
    (tx) => tx.$executeRaw`
      UPDATE "BulkRun" SET "workflow" = NULL WHERE "id" = ${id} AND ${isOutdated(before)}`,
    { accountId, priority: 'background' },
  )) > 0;

/** Closes a file in the same way: no run can be started over it anymore. */
const closeFile = async (ctx: ServerContext, accountId: string, id: string): Promise<boolean> =>
  (await ctx.db.writeRows(
    (tx) => tx.$executeRaw`
      UPDATE "BulkFile" SET "rowsDeleted" = true WHERE "id" = ${id} AND ${isUnused(ctx)}`,
    { accountId, priority: 'background' },
  )) > 0;

/** Files that no run has the rows of anymore, once no run can be started over them; and interrupted uploads. */
async function unusedFiles({ db, now }: ServerContext, accountId: string): Promise<string[]> {
  const files = await db.sql<{ id: string }>(Prisma.sql`
    SELECT "id" FROM "BulkFile" WHERE "accountId" = ${accountId} AND "storedBytes" > 0 AND ${isUnused({ now })}`);
  return files.map(({ id }) => id);
}

const isUnused = ({ now }: Pick<ServerContext, 'now'>) => Prisma.sql`
  ("expiresAt" <= ${now()} OR ("isReady" = false AND "createdAt" <= ${new Date(now().getTime() - UPLOAD_MS)}))
  AND NOT EXISTS (SELECT 1 FROM "BulkRun" WHERE "fileId" = "BulkFile"."id" AND "workflow" IS NOT NULL)`;

/** @returns false if it was stopped before all were deleted */
async function deleteRows(
  ctx: ServerContext,
  accountId: string,
  table: 'BulkRow' | 'BulkFileRow',
  id: string,
  isStopped: () => boolean,
): Promise<boolean> {
  const owner = Prisma.raw(table === 'BulkRow' ? '"runId"' : '"fileId"');
  const rows = Prisma.raw(`"${table}"`);
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE; ) {
    await turns.begin('job retention');
    if (isStopped()) return false;
    deleted = await ctx.db.writeRows(
      (tx) => tx.$executeRaw`
        DELETE FROM ${rows} WHERE ${owner} = ${id} AND "position" IN
          (SELECT "position" FROM ${rows} WHERE ${owner} = ${id} ORDER BY "position" LIMIT ${ROWS_AT_ONCE})`,
      { accountId, priority: 'background' },
    );
  }
  return true;
}

async function emptyRun(tx: SqlQueries, id: string): Promise<void> {
  const [run] = await tx.$queryRaw<{ accountId: string; storedBytes: number }[]>`
    SELECT "accountId", "storedBytes" FROM "BulkRun" WHERE "id" = ${id}`;
  if (!run) return;
  await deleteMessages(tx, id);
  await tx.$executeRaw`
    UPDATE "BulkRun" SET "workflow" = NULL, "metadata" = NULL, "errorMessage" = NULL, "callbacks" = NULL, "onlyIf" = NULL, "storedBytes" = 0 WHERE "id" = ${id}`;
  await changeStorage(tx, run.accountId, -run.storedBytes);
}

/** A file that runs have been started over keeps its name, as their history. */
async function deleteFile(tx: SqlQueries, id: string): Promise<void> {
  const [file] = await tx.$queryRaw<
    { accountId: string; storedBytes: number; isUsed: number | bigint | boolean }[]
  >`
    SELECT "accountId", "storedBytes",
      EXISTS (SELECT 1 FROM "BulkRun" WHERE "fileId" = "BulkFile"."id") AS "isUsed" FROM "BulkFile" WHERE "id" = ${id}`;
  if (!file) return;
  if (file.isUsed)
    await tx.$executeRaw`
      UPDATE "BulkFile" SET "columns" = '[]', "badRows" = '[]', "storedBytes" = 0 WHERE "id" = ${id}`;
  else await tx.$executeRaw`DELETE FROM "BulkFile" WHERE "id" = ${id}`;
  await changeStorage(tx, file.accountId, -file.storedBytes);
}
