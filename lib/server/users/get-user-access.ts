import { activeKeys } from '@/lib/server/auth/key-status';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUser } from '@/lib/server/users/find-user';
import type { QueueState } from '@/prisma/generated/prisma/client';

/** A user's ways into the account. */
export interface UserAccess {
  /** How many keys and sessions disabling the user would stop now; 0 for a disabled user. */
  activeKeys: number;
  activeSessions: number;
  /** How many jobs disabling the user would cancel now. An account's plan bounds them. */
  openJobs: number;
  /** The last use of any existing session or key, to the minute; null if never used. */
  lastUsedAt: Date | null;
}

/**
 * The access that disabling a user of the admin's account would stop.
 * @throws AppError NOT_FOUND
 */
export async function getUserAccess(ctx: ServerContext, viewer: Viewer, id: string): Promise<UserAccess> {
  authorize(viewer, 'admin:read');
  const user = await findUser(ctx.db.prisma, viewer.accountId, id);
  const { apiKey, session, job } = ctx.db.prisma;
  const where = { userId: user.id };
  const now = ctx.now();
  const active = user.status === 'ACTIVE';
  const lastUse = { where, _max: { lastUsedAt: true } } as const;
  const lastUses = [await apiKey.aggregate(lastUse), await session.aggregate(lastUse)];
  return {
    activeKeys: active ? await apiKey.count({ where: { ...where, ...activeKeys(now) } }) : 0,
    activeSessions: active ? await session.count({ where: { ...where, expiresAt: { gt: now } } }) : 0,
    openJobs: active
      ? await job.count({ where: { ...where, accountId: user.accountId, queueState: { in: openTurns } } })
      : 0,
    lastUsedAt: latest(lastUses.map(({ _max }) => _max.lastUsedAt)),
  };
}

const openTurns: QueueState[] = ['DISPATCHED', 'PARKED', 'WAITING'];

function latest(moments: (Date | null)[]): Date | null {
  return moments.reduce((last, moment) => (moment && (!last || moment > last) ? moment : last), null);
}
