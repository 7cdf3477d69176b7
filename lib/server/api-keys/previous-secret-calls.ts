import { limits } from '@/lib/config/limits';
import type { Database } from '@/lib/server/database/database';
import { logger } from '@/lib/server/logging/logger';
import { repeat } from '@/lib/server/runtime/repeat';

interface Uses {
  calls: number;
  lastUsedAt: Date;
}

/**
 * Counts the calls made with old secrets during their overlap. A call costs no write: counts wait here until `write`.
 * They are kept by the secret's hash, so that they aren't added to a later secret of the same key.
 */
export class PreviousSecretCalls {
  readonly #unwritten = new Map<string, Uses>();

  /** @param secretHash of the old secret that the call came with */
  count(secretHash: string, at: Date): void {
    const calls = (this.#unwritten.get(secretHash)?.calls ?? 0) + 1;
    this.#unwritten.set(secretHash, { calls, lastUsedAt: at });
  }

  /** The uses of a secret that aren't written yet, to be added to the stored ones; null without any. */
  unwritten(secretHash: string): Uses | null {
    return this.#unwritten.get(secretHash) ?? null;
  }

  /**
   * Adds the counts to the stored ones; counts that can't be written wait for the next time. Never throws. Don't call
   * it twice at once, which would add the same counts twice: see `keepOverlaps`.
   */
  async write(db: Database): Promise<void> {
    const written = [...this.#unwritten];
    if (written.length === 0) return;
    try {
      await db.write(async (tx) => {
        for (const [secretHash, { calls, lastUsedAt }] of written) {
          // updateMany, because an ended secret has no row, which isn't an error.
          await tx.previousSecret.updateMany({
            where: { secretHash },
            data: { calls: { increment: calls }, lastUsedAt },
          });
        }
      });
    } catch (error) {
      logger.warn({ err: error }, "Calls with old secrets couldn't be written");
      return;
    }
    for (const [secretHash, { calls }] of written) this.#forget(secretHash, calls);
  }

  /** Subtracts the counts just stored; calls made during the write remain. */
  #forget(secretHash: string, calls: number): void {
    const uses = this.#unwritten.get(secretHash);
    if (!uses) return;
    if (uses.calls === calls) this.#unwritten.delete(secretHash);
    else this.#unwritten.set(secretHash, { ...uses, calls: uses.calls - calls });
  }
}

interface OverlapContext {
  db: Database;
  now: () => Date;
  previousSecretCalls: PreviousSecretCalls;
}

/**
 * Maintains the rows of old secrets while a server runs. Removes rows that ended before it started, and writes the
 * counts of their calls every few seconds.
 * @returns stops it, after writing the last counts
 */
export function keepOverlaps(ctx: OverlapContext): () => Promise<void> {
  const write = () => ctx.previousSecretCalls.write(ctx.db);
  const removed = removeEndedOverlaps(ctx);
  const end = repeat(limits.keyOverlap.writeEvery, write);
  return async () => {
    await Promise.all([removed, end()]);
    await write();
  };
}

/** Removes the rows of expired old secrets, which are refused already. Never throws. */
export async function removeEndedOverlaps({ db, now }: Pick<OverlapContext, 'db' | 'now'>): Promise<void> {
  const where = { expiresAt: { lte: now() } };
  try {
    // Read first: most servers start without any, and then needn't wait for the write lock.
    if ((await db.prisma.previousSecret.count({ where })) === 0) return;
    await db.write((tx) => tx.previousSecret.deleteMany({ where }));
  } catch (error) {
    logger.warn({ err: error }, "Old secrets that have ended couldn't be removed");
  }
}
