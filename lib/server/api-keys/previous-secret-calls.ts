import type { Database } from '@/lib/server/database/database';
import { logger } from '@/lib/server/logging/logger';

interface Uses {
  calls: number;
  lastUsedAt: Date;
}

/**
 * Counts the calls made with old secrets whose overlap runs. A call costs no write: counts wait here until `write`,
 * under the hash of the secret, so that none is taken for one of the secret that takes its place.
 */
export class PreviousSecretCalls {
  readonly #unwritten = new Map<string, Uses>();

  /** @param secretHash of the old secret that the call came with */
  count(secretHash: string, at: Date): void {
    const calls = (this.#unwritten.get(secretHash)?.calls ?? 0) + 1;
    this.#unwritten.set(secretHash, { calls, lastUsedAt: at });
  }

  /** What is counted of a secret and not yet written: it comes on top of what is stored. Null: nothing. */
  unwritten(secretHash: string): Uses | null {
    return this.#unwritten.get(secretHash) ?? null;
  }

  /**
   * Adds what is counted to what is stored; what cannot be written waits for the next time. Never throws. Not twice at
   * once, which would add the same counts twice: see `keepOverlaps`.
   */
  async write(db: Database): Promise<void> {
    const written = [...this.#unwritten];
    if (written.length === 0) return;
    try {
      await db.write(async (tx) => {
        for (const [secretHash, { calls, lastUsedAt }] of written) {
          // updateMany: a secret that has ended meanwhile has no row, and that is no error.
          await tx.previousSecret.updateMany({
            where: { secretHash },
            data: { calls: { increment: calls }, lastUsedAt },
          });
        }
      });
    } catch (error) {
      logger.warn({ err: error }, 'Calls with old secrets could not be written');
      return;
    }
    for (const [secretHash, { calls }] of written) this.#forget(secretHash, calls);
  }

  /** Takes off what is stored now; calls that came while it was written stay. */
  #forget(secretHash: string, calls: number): void {
    const uses = this.#unwritten.get(secretHash);
    if (!uses) return;
    if (uses.calls === calls) this.#unwritten.delete(secretHash);
    else this.#unwritten.set(secretHash, { ...uses, calls: uses.calls - calls });
  }
}
