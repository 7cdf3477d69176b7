import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type BulkRunView, readRun } from './views/bulk-run-view';

/** A bulk run, as it is now. @throws AppError NOT_FOUND */
export async function getBulkJob(ctx: ServerContext, viewer: Viewer, id: string): Promise<BulkRunView> {
  authorize(viewer, 'read');
  return readRun(ctx, viewer, id);
}
