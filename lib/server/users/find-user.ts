import { allows } from '@/lib/config/access';
import { authorize, scopesOf, type Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import { notFound } from '@/lib/server/errors';
import { etagOf } from '@/lib/server/etag';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { User } from '@/prisma/generated/prisma/client';

/**
 * A user of one account.
 * @throws AppError NOT_FOUND, alike for an unknown id and another account's user
 */
export async function findUser(queries: Queries, accountId: string, id: string): Promise<User> {
  const user = await queries.user.findFirst({ where: { id, accountId } });
  if (!user) throw notFound('User');
  return user;
}

/**
 * One user of the admin's account.
 * @throws AppError NOT_FOUND
 */
export async function getUser(ctx: ServerContext, viewer: Viewer, id: string): Promise<User> {
  authorize(viewer, 'admin:read');
  return findUser(ctx.db.prisma, viewer.accountId, id);
}

/** The entity tag of a user. It covers what an admin or the user may change, but not the password. */
export function userEtag(user: User): string {
  const { email, role, status, firstName, lastName } = user;
  return etagOf({ email, role, status, firstName, lastName, ...scopesOf(user) });
}

/**
 * A user whose usage the viewer may see: the viewer or, for an admin, any user of the account.
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague and another account's user
 */
export async function findUsageUser(ctx: ServerContext, viewer: Viewer, userId: string): Promise<User> {
  if (userId === viewer.user.id) return viewer.user;
  if (!allows(viewer, 'admin:read')) throw notFound('User');
  return findUser(ctx.db.prisma, viewer.accountId, userId);
}
