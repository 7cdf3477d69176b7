import { allows } from '@/lib/config/access';
import type { Viewer } from '@/lib/server/auth/viewer';
import { notFound } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUser } from '@/lib/server/users/find-user';
import type { User } from '@/prisma/generated/prisma/client';

/**
 * A user whose usage the viewer may see: the viewer or, for an admin, any user of the account.
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague and another account's user
 */
export async function findUsageUser(ctx: ServerContext, viewer: Viewer, userId: string): Promise<User> {
  if (userId === viewer.user.id) return viewer.user;
  if (!allows(viewer, 'admin:read')) throw notFound('User');
  return findUser(ctx.db.read, viewer.accountId, userId);
}
