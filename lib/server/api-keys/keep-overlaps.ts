import { limits } from '@/lib/config/limits';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { repeat } from '@/lib/server/runtime/repeat';

/**
 * Keeps the rows of old secrets in order while a server runs: those that ended before it started go, and the calls it
 * counts are written every few seconds.
 * @returns ends it, and writes the last of them before the process ends
 */
export function keepOverlaps(ctx: ServerContext): () => Promise<void> {
  const write = () => ctx.previousSecretCalls.write(ctx.db);
  const removed = removeEndedOverlaps(ctx);
  const end = repeat(limits.keyOverlap.writeEvery, write);
  return async () => {
    await Promise.all([removed, end()]);
    await write();
  };
}

/** Removes the rows of old secrets that no longer work, which the clock refuses already. Never throws. */
export async function removeEndedOverlaps({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<void> {
  const where = { expiresAt: { lte: now() } };
  try {
    // Read first: most servers start with none, and need not wait for the lock.
    if ((await db.read.previousSecret.count({ where })) === 0) return;
    await db.write((tx) => tx.previousSecret.deleteMany({ where }));
  } catch (error) {
    logger.warn({ err: error }, 'Old secrets that have ended could not be removed');
  }
}
