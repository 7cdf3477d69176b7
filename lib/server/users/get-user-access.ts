import { keyStatus } from '@/lib/server/api-keys/key-status';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/server-context';
import { findUser } from '@/lib/server/users/find-user';

/** What a user reaches the account by. */
export interface UserAccess {
  /** How many keys and sessions disabling the user would stop now; none for a disabled one. */
  activeKeys: number;
  activeSessions: number;
  /** The last use of any session or key there is, to the minute; null: never. */
  lastUsedAt: Date | null;
}

/**
 * What disabling a user of the admin's account would stop.
 * @throws AppError NOT_FOUND
 */
export async function getUserAccess(ctx: ServerContext, viewer: Viewer, id: string): Promise<UserAccess> {
  authorize(viewer, 'admin:read');
  const user = await findUser(ctx.db.read, viewer.accountId, id);
  const where = { userId: user.id };
  const keys = await ctx.db.read.apiKey.findMany({
    where,
    select: { status: true, expiresAt: true, lastUsedAt: true },
  });
  const sessions = await ctx.db.read.session.findMany({
    where,
    select: { expiresAt: true, lastUsedAt: true },
  });
  const now = ctx.now();
  const active = user.status === 'ACTIVE';
  return {
    activeKeys: active ? keys.filter((key) => keyStatus(key, now) === 'ACTIVE').length : 0,
    activeSessions: active ? sessions.filter(({ expiresAt }) => expiresAt > now).length : 0,
    lastUsedAt: latest([...keys, ...sessions].map(({ lastUsedAt }) => lastUsedAt)),
  };
}

function latest(moments: (Date | null)[]): Date | null {
  return moments.reduce((last, moment) => (moment && (!last || moment > last) ? moment : last), null);
}
