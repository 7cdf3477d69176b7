import { DAY_MS } from '@/lib/rules/day';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { repeat } from '@/lib/server/runtime/repeat';
import { pruneAudit } from './prune-audit';

/**
 * Removes once a day what the plans no longer keep of the audit trail; a start does it too (prisma/seed.ts).
 * @returns ends it, after the batch that is being removed
 */
export function pruneDaily(ctx: ServerContext): () => Promise<void> {
  let stopped = false;
  const end = repeat(DAY_MS, async () => {
    try {
      const events = await pruneAudit(ctx, () => stopped);
      if (events > 0) logger.info({ events }, 'Audit events past their retention removed');
    } catch (err) {
      logger.error({ err }, 'Audit events past their retention could not be removed');
    }
  });
  return () => {
    stopped = true;
    return end();
  };
}
