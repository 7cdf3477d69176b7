import { limits } from '@/lib/config/limits';
import { findKey, findSession } from '@/lib/server/auth/find-credential';
import { API_KEY_PREFIX, hashToken, sameHash } from '@/lib/server/auth/tokens';
import { keyViewer, sessionViewer, type Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';

/**
 * Whom a bearer token speaks for.
 * @returns null for a token that is unknown, ended, expired or revoked, and for a disabled user's
 */
export function authenticate(ctx: ServerContext, token: string): Promise<Viewer | null> {
  return token.startsWith(API_KEY_PREFIX) ? authenticateKey(ctx, token) : authenticateSession(ctx, token);
}

async function authenticateSession(ctx: ServerContext, token: string): Promise<Viewer | null> {
  const tokenHash = hashToken(token);
  const session = await findSession(ctx.db.rows, tokenHash);
  const now = ctx.now();
  if (!session || !sameHash(session.tokenHash, tokenHash)) return null;
  const viewer = sessionViewer(session, now);
  if (viewer && isStale(session.lastUsedAt, now)) {
    const expiresAt = new Date(now.getTime() + limits.session.lifetime);
    await touch(ctx, (tx) =>
      // updateMany: a sign-out in between has removed the row, and that is no error.
      tx.session.updateMany({ where: { id: session.id }, data: { lastUsedAt: now, expiresAt } }),
    );
  }
  return viewer;
}

async function authenticateKey(ctx: ServerContext, secret: string): Promise<Viewer | null> {
  const secretHash = hashToken(secret);
  const key = await findKey(ctx.db.rows, secretHash);
  const now = ctx.now();
  const viewer = key && keyViewer(key, secretHash, now);
  if (!viewer) return null;
  if (viewer.viaPreviousSecret) ctx.previousSecretCalls.count(secretHash, now);
  if (!key.lastUsedAt || isStale(key.lastUsedAt, now)) {
    await touch(ctx, (tx) => tx.apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: now } }));
  }
  return viewer;
}

/** Marks the last use. Where that cannot be written the call goes on: what it reads may be there all the same. */
async function touch(ctx: ServerContext, mark: (tx: Queries) => Promise<unknown>): Promise<void> {
  try {
    await ctx.db.write(mark);
  } catch (error) {
    logger.warn({ err: error }, 'A last use could not be written');
  }
}

/** Last use is kept to the minute, so that a busy token costs one write a minute. */
function isStale(lastUsedAt: Date, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= limits.lastUse.touchEvery;
}
