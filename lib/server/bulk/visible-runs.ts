import type { Access } from '@/lib/config/access';
import type { Viewer } from '@/lib/server/auth/viewer';
import { reauthorize } from '@/lib/server/auth/write-as';
import type { Queries } from '@/lib/server/database/database';
import { notFound } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import { visibleJobs } from '@/lib/server/workflows/get-job';
import type { BulkRun } from '@/prisma/generated/prisma/client';

/**
 * Which runs and files a viewer may see or change: their own, or for an admin all of the account.
 * @param accountWide the access required for another user's
 */
export const visibleRuns = (viewer: Viewer, accountWide?: Access) => visibleJobs(viewer, accountWide);

/**
 * A run that the viewer may change, and the viewer as read again in the transaction of the change.
 * @throws AppError NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function runForWrite(
  tx: Queries,
  ctx: Pick<ServerContext, 'now'>,
  viewer: Viewer,
  id: string,
): Promise<{ run: Omit<BulkRun, 'workflow'>; present: Viewer }> {
  const present = await reauthorize(tx, ctx, viewer, 'write');
  const run = await tx.bulkRun.findFirst({
    where: { id, ...visibleRuns(present, 'admin:write') },
    omit: { workflow: true },
  });
  if (!run) throw notFound('Bulk job');
  return { run, present };
}
