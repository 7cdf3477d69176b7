import { limits } from '@/lib/config/limits';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { repeat } from '@/lib/server/runtime/repeat';

/**
 * Maintains the rows of old secrets while a server runs: removes those that ended before it started, and writes the
 * counts of their calls every few seconds.
 * @returns stops it, after writing the last counts
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

/** Removes the rows of expired old secrets, which are refused already. Never throws. */
export async function removeEndedOverlaps({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<void> {
  const where = { expiresAt: { lte: now() } };
  try {
    // Read first: most servers start without any, and then needn't wait for the write lock.
    if ((await db.read.previousSecret.count({ where })) === 0) return;
    await db.write((tx) => tx.previousSecret.deleteMany({ where }));
  } catch (error) {
    logger.warn({ err: error }, "Old secrets that have ended couldn't be removed");
  }
}
