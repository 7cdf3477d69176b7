import type { z } from 'zod';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { type BulkRunView, bulkRunView, type runColumns } from '@/lib/server/bulk/views/bulk-run-view';
import type { SqlReader } from '@/lib/server/database/database';
import { columnsBut } from '@/lib/server/jobs/ledger/job-rows';
import { listPage, type PageQuery } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/users/find-user';
import { isNamed } from '@/lib/server/workflows/find-jobs';
import { type BulkFilters, bulkFilters } from '@/lib/validation/bulk';
import type { Page } from '@/lib/validation/lists';
import { type BulkRun, Prisma } from '@/prisma/generated/prisma/client';
import { visibleRuns } from './get-bulk-run';

/**
 * Bulk runs, newest first: the caller's own, or for an admin the account's or one user's.
 * @throws AppError BAD_USER_INPUT; NOT_FOUND for a user whose runs the caller can't see
 */
export async function listBulkRuns(
  ctx: ServerContext,
  viewer: Viewer,
  { page, ...rest }: BulkFilters & { page: Page },
): Promise<BulkRunView[]> {
  authorize(viewer, 'read');
  const { userId, ...filters } = parseInput(bulkFilters, rest);
  const owner = userId ? (await findUsageUser(ctx, viewer, userId)).id : undefined;
  const where = { ...visibleRuns(viewer), ...(owner && { userId: owner }) };
  const { prisma, sql } = ctx.db;
  const runs = await listPage(
    page,
    (id) => prisma.bulkRun.findFirst({ where: { id, ...where }, select: { id: true } }),
    (query) => findRuns(sql, { ...where, ...filters }, query),
  );
  return runs.map((run) => bulkRunView(run, ctx.now()));
}

type RunQuery = Omit<z.output<typeof bulkFilters>, 'userId'> & ReturnType<typeof visibleRuns>;

/** Runs from the cursor on, its own row included. All conditions are part of the list's index. */
async function findRuns(
  rows: SqlReader,
  { accountId, userId, name, status }: RunQuery,
  { take, from: cursor }: PageQuery<{ id: string }>,
): Promise<Omit<BulkRun, keyof typeof runColumns>[]> {
  const isBackward = take < 0;
  const direction = Prisma.raw(isBackward ? 'ASC' : 'DESC');
  const conditions = [
    Prisma.sql`"accountId" = ${accountId}`,
    userId && Prisma.sql`"userId" = ${userId}`,
    status && Prisma.sql`"status" = ${status}`,
    name && isNamed(rows.dialect, name, 'bulkRun'),
    cursor &&
      Prisma.sql`("createdAt", "id") ${Prisma.raw(isBackward ? '>=' : '<=')}
        (SELECT "createdAt", "id" FROM "BulkRun" WHERE "id" = ${cursor.id})`,
  ].filter((condition) => condition instanceof Prisma.Sql);
  const found = await rows<Omit<BulkRun, keyof typeof runColumns>>(Prisma.sql`
    SELECT ${columns} FROM "BulkRun" WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY "createdAt" ${direction}, "id" ${direction} LIMIT ${Math.abs(take)}`);
  return isBackward ? found.reverse() : found;
}

const columns = columnsBut(Prisma.BulkRunScalarFieldEnum, 'workflow', 'metadata', 'callbacks');
