import { limits } from '@/lib/config/limits';
import { removeEndedOverlaps } from '@/lib/server/api-keys/remove-ended-overlaps';
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
