import type { Access } from '@/lib/config/access';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { type BulkRunView, bulkRunView, runColumns } from '@/lib/server/bulk/views/bulk-run-view';
import { visibleRuns } from '@/lib/server/bulk/visible-runs';
import { notFound } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';

/**
 * A bulk run, as it is now.
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague's run and another account's
 */
export async function getBulkRun(ctx: ServerContext, viewer: Viewer, id: string): Promise<BulkRunView> {
  authorize(viewer, 'read');
  return readRun(ctx, viewer, id);
}

/**
 * The same for a caller that has just started or changed the run, which needs no other access.
 * @param accountWide the access required for another user's run
 */
export async function readRun(
  ctx: Pick<ServerContext, 'db' | 'now'>,
  viewer: Viewer,
  id: string,
  accountWide: Access = 'admin:read',
): Promise<BulkRunView> {
  const run = await ctx.db.prisma.bulkRun.findFirst({
    where: { id, ...visibleRuns(viewer, accountWide) },
    omit: runColumns,
  });
  if (!run) throw notFound('Bulk job');
  return bulkRunView(run, ctx.now());
}
