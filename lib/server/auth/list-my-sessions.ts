import { limits } from '@/lib/config/limits';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Session } from '@/prisma/generated/prisma/client';
import { deviceLabel } from './devices';
import { authorize, type Viewer } from './viewer';

/** A session as its owner sees it. */
export interface SignedInSession
  extends Pick<Session, 'id' | 'address' | 'createdAt' | 'lastUsedAt' | 'expiresAt'> {
  /** `Chrome on Windows`. */
  device: string;
  /** Whether it made the call. */
  isCurrent: boolean;
}

/**
 * The caller's open sessions: the calling session first, then by last use, newest first. Lists at most
 * `limits.session.listed` sessions.
 * @throws AppError FORBIDDEN for an API key
 */
export async function listMySessions(ctx: ServerContext, viewer: Viewer): Promise<SignedInSession[]> {
  authorize(viewer, 'session');
  const sessions = await ctx.db.prisma.session.findMany({
    where: { userId: viewer.user.id, expiresAt: { gt: ctx.now() } },
    omit: { tokenHash: true, userId: true },
    orderBy: [{ lastUsedAt: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
    take: limits.session.listed,
  });
  const listed = sessions.map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceLabel(userAgent),
    isCurrent: session.id === viewer.credentialId,
  }));
  return listed.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
