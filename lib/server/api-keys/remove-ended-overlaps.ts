import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';

/** Removes the old secrets that work no more: the clock refuses them, their rows are merely left over. Never throws. */
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
