import { limits } from '@/lib/config/limits';
import { recordAudit } from '@/lib/server/audit/record-audit';
import type { Queries } from '@/lib/server/database/database';
import { notFound } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Session, User } from '@/prisma/generated/prisma/client';
import { deviceLabel } from './devices';
import { authorize, type Viewer } from './viewer';
import { writeAs } from './write-as';

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

/**
 * Ends one of the caller's own sessions at once. Like signing out, this needs no scope.
 * @throws AppError NOT_FOUND, alike for an unknown id, another person's session and an ended one; FORBIDDEN for
 *   an API key
 */
export async function endSession(ctx: ServerContext, viewer: Viewer, id: string): Promise<true> {
  authorize(viewer, 'session');
  await writeAs(ctx, viewer, 'session', async (tx, viewer) => {
    const session = await tx.session.findFirst({
      where: { id, userId: viewer.user.id, expiresAt: { gt: ctx.now() } },
    });
    if (!session) throw notFound('Session');
    await tx.session.delete({ where: { id } });
    await recordAudit(tx, ctx, {
      action: id === viewer.credentialId ? 'session.end' : 'session.revoke',
      actor: viewer,
      accountId: viewer.accountId,
      entityId: id,
      ...(id !== viewer.credentialId && { details: { device: deviceLabel(session.userAgent) } }),
    });
  });
  return true;
}

/**
 * Ends all of the caller's sessions except the calling session. Each session that the list shows gets its own
 * audit event; the others share one event with their number, so that the ten thousand sign-ins of a forgotten program
 * don't delay everyone's writes.
 * @returns how many were open
 * @throws AppError FORBIDDEN for an API key
 */
export async function endOtherSessions(ctx: ServerContext, viewer: Viewer): Promise<number> {
  authorize(viewer, 'session');
  return writeAs(ctx, viewer, 'session', async (tx, viewer) => {
    const others = { userId: viewer.user.id, id: { not: viewer.credentialId } };
    const open = { ...others, expiresAt: { gt: ctx.now() } };
    const count = await tx.session.count({ where: open });
    const latest = await tx.session.findMany({
      where: open,
      select: { id: true, userAgent: true },
      orderBy: [{ lastUsedAt: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
      take: limits.session.listed + 1,
    });
    const event = { action: 'session.revoke', actor: viewer, accountId: viewer.accountId } as const;
    for (const { id, userAgent } of latest.slice(0, limits.session.listed)) {
      await recordAudit(tx, ctx, { ...event, entityId: id, details: { device: deviceLabel(userAgent) } });
    }
    const further = latest[limits.session.listed];
    if (further) {
      const times = count - limits.session.listed;
      await recordAudit(tx, ctx, { ...event, entityId: further.id, details: { times } });
    }
    await tx.session.deleteMany({ where: others });
    return count;
  });
}

/**
 * Ends a person's least recently used sessions beyond `limits.session.ofUser`, so that a program that signs in for
 * every run doesn't fill the table. Ends at most a hundred at a time, more than a sign-in adds. If several end,
 * because they were there before the limit was, they share one audit event with their number.
 * @param newest the session just started, which stays
 */
export async function endExcessSessions(
  tx: Queries,
  ctx: ServerContext,
  user: Pick<User, 'id' | 'accountId'>,
  newest: string,
): Promise<void> {
  const excess = await tx.session.findMany({
    where: { userId: user.id, id: { not: newest } },
    select: { id: true, userAgent: true, expiresAt: true },
    orderBy: [{ lastUsedAt: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
    skip: limits.session.ofUser - 1,
    take: limits.session.listed,
  });
  if (excess.length === 0) return;
  await tx.session.deleteMany({ where: { id: { in: excess.map(({ id }) => id) } } });
  // An expired session had already ended.
  const open = excess.filter(({ expiresAt }) => expiresAt > ctx.now());
  const [session] = open;
  if (!session) return;
  await recordAudit(tx, ctx, {
    action: 'session.revoke',
    actor: { userId: user.id },
    accountId: user.accountId,
    entityId: session.id,
    details: {
      ...(open.length > 1 ? { times: open.length } : { device: deviceLabel(session.userAgent) }),
      over_limit: true,
    },
  });
}

/**
 * Ends the session that made the call.
 * @throws AppError FORBIDDEN for an API key, which has no session to end
 */
export async function signOut(ctx: ServerContext, viewer: Viewer): Promise<true> {
  authorize(viewer, 'session');
  await ctx.db.write(
    async (tx) => {
      const { count } = await tx.session.deleteMany({ where: { id: viewer.credentialId } });
      if (count === 0) return;
      await recordAudit(tx, ctx, {
        action: 'session.end',
        actor: viewer,
        accountId: viewer.accountId,
        entityId: viewer.credentialId,
      });
    },
    { accountId: viewer.accountId },
  );
  return true;
}
