import { limits } from '@/lib/config/limits';
import { findKey, findSession } from '@/lib/server/auth/find-credential';
import { API_KEY_PREFIX, hashToken, sameHash } from '@/lib/server/auth/tokens';
import { keyViewer, sessionViewer, type Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';

/**
 * The viewer that a bearer token identifies.
 * @param isUse whether it counts as a use of the session or key, which keeps a session alive
 * @returns null for a token that is unknown, ended, expired or revoked, and for a disabled user's
 */
export function authenticate(ctx: ServerContext, token: string, isUse = true): Promise<Viewer | null> {
  return token.startsWith(API_KEY_PREFIX)
    ? authenticateKey(ctx, token, isUse)
    : authenticateSession(ctx, token, isUse);
}

async function authenticateSession(
  ctx: ServerContext,
  token: string,
  isUse: boolean,
): Promise<Viewer | null> {
  const tokenHash = hashToken(token);
  const session = await findSession(ctx.db.sql, { tokenHash });
  const now = ctx.now();
  if (!session || !sameHash(session.tokenHash, tokenHash)) return null;
  const viewer = sessionViewer(session, now);
  if (viewer && isUse && isStale(session.lastUsedAt, now)) {
    const expiresAt = new Date(now.getTime() + limits.session.lifetime);
    await touch(ctx, viewer, async (tx) => {
      // updateMany, because a sign-out may have removed the row, which isn't an error.
      await tx.session.updateMany({ where: { id: session.id }, data: { lastUsedAt: now, expiresAt } });
      await tx.user.updateMany({ where: { id: viewer.user.id }, data: { lastActiveAt: now } });
    });
  }
  return viewer;
}

async function authenticateKey(ctx: ServerContext, secret: string, isUse: boolean): Promise<Viewer | null> {
  const secretHash = hashToken(secret);
  const key = await findKey(ctx.db.sql, secretHash);
  const now = ctx.now();
  const viewer = key && keyViewer(key, secretHash, now);
  if (!viewer || !isUse) return viewer;
  if (viewer.viaPreviousSecret) ctx.previousSecretCalls.count(secretHash, now);
  if (!key.lastUsedAt || isStale(key.lastUsedAt, now)) {
    await touch(ctx, viewer, (tx) =>
      tx.apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: now } }),
    );
  }
  return viewer;
}

/** Records the last use. If it can't be written, the call continues: reads may still work. */
async function touch(
  ctx: ServerContext,
  { accountId }: Viewer,
  mark: (tx: Queries) => Promise<unknown>,
): Promise<void> {
  try {
    await ctx.db.write(mark, { accountId });
  } catch (error) {
    logger.warn({ err: error }, "A last use couldn't be written");
  }
}

/** The last use is stored to the minute, so a busy token costs one write per minute. */
function isStale(lastUsedAt: Date, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= limits.lastUse.touchEvery;
}
