import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUser } from '@/lib/server/users/find-user';
import type { User } from '@/prisma/generated/prisma/client';

/**
 * One user of the admin's account.
 * @throws AppError NOT_FOUND
 */
export async function getUser(ctx: ServerContext, viewer: Viewer, id: string): Promise<User> {
  authorize(viewer, 'admin:read');
  return findUser(ctx.db.read, viewer.accountId, id);
}
