import { findApiKey } from '@/lib/server/api-keys/find-api-key';
import type { OwnedKey } from '@/lib/server/api-keys/owned-key';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';

/**
 * One key: the caller's own, or for an admin any of the account.
 * @throws AppError NOT_FOUND
 */
export async function getApiKey(ctx: ServerContext, viewer: Viewer, id: string): Promise<OwnedKey> {
  authorize(viewer, 'read');
  return findApiKey(ctx.db.read, viewer, id, 'admin:read');
}
