import { limits } from '@/lib/config/limits';
import { removeEndedOverlaps } from '@/lib/server/api-keys/remove-ended-overlaps';
import type { ServerContext } from '@/lib/server/server-context';

/**
 * Keeps the rows of old secrets in order while a server runs: those that ended before it started go, and the calls it
 * counts are written every few seconds.
 * @returns what writes the last of them before the process ends
 */
export function keepOverlaps(ctx: ServerContext): () => Promise<void> {
  const write = () => ctx.previousSecretCalls.write(ctx.db);
  setInterval(write, limits.keyOverlap.writeEvery).unref();
  void removeEndedOverlaps(ctx);
  return write;
}
