import { logger } from '@/lib/server/logger';
import type { ServerContext } from '@/lib/server/server-context';
import { pruneAudit } from './prune-audit';

const DAY_MS = 86_400_000;

/**
 * Removes once a day what the plans no longer keep of the audit trail; a start does it too (prisma/seed.ts).
 * @returns ends it, after the batch that is being removed
 */
export function pruneDaily(ctx: ServerContext): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const prune = async () => {
    try {
      const events = await pruneAudit(ctx, () => stopped);
      if (events > 0) logger.info({ events }, 'Audit events past their retention removed');
    } catch (err) {
      logger.error({ err }, 'Audit events past their retention could not be removed');
    }
  };
  const timer = setInterval(() => {
    running = running.then(prune);
  }, DAY_MS);
  timer.unref();
  return () => {
    stopped = true;
    clearInterval(timer);
    return running;
  };
}
