import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { type BulkRunView, bulkRunView, runColumns } from '@/lib/server/bulk/views/bulk-run-view';
import { visibleRuns } from '@/lib/server/bulk/visible-runs';
import { listPage, newestFirst, placeColumns, wherePlace } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/users/find-user';
import { type BulkFilters, bulkFilters } from '@/lib/validation/bulk';
import type { Page } from '@/lib/validation/lists';

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
  const { userId, status } = parseInput(bulkFilters, rest);
  const owner = userId ? (await findUsageUser(ctx, viewer, userId)).id : undefined;
  const where = { ...visibleRuns(viewer), ...(owner && { userId: owner }) };
  const { bulkRun } = ctx.db.prisma;
  const runs = await listPage(
    page,
    (id) => bulkRun.findFirst({ where: { id, ...where }, select: placeColumns }),
    ({ take, from }) =>
      bulkRun.findMany({
        where: { ...where, ...(status && { status }), ...wherePlace(from, take) },
        orderBy: newestFirst,
        take,
        omit: runColumns,
      }),
  );
  return runs.map((run) => bulkRunView(run, ctx.now()));
}
