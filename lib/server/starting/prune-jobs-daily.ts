import { DAY_MS } from '@/lib/rules/day';
import { pruneBulk } from '@/lib/server/bulk/prune-bulk';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { repeat } from '@/lib/server/runtime/repeat';
import { pruneModelCalls } from '@/lib/server/usage/prune-model-calls';
import { pruneReruns } from '@/lib/server/workflows/choose-reruns';
import { type PrunedTo, pruneJobs } from '@/lib/server/workflows/prune-jobs';

/** @returns how much was removed, if it is counted */
type Removal = (ctx: ServerContext, isStopped: () => boolean) => Promise<unknown>;

/**
 * Prunes jobs, bulk runs, calls of rerunJobs, and the counts of models' calls now and then daily.
 * @returns stops it, after the current batch
 */
export function pruneJobsDaily(ctx: ServerContext): () => Promise<void> {
  let stopped = false;
  const prunedTo: PrunedTo = new Map();
  const prunings: readonly { lock: string; what: string; remove: Removal }[] = [
    {
      ...{ lock: 'job retention', what: "Jobs' contents" },
      remove: (_, isStopped) => pruneJobs(ctx, isStopped, prunedTo),
    },
    { lock: 'bulk retention', what: 'Bulk runs and files', remove: pruneBulk },
    { lock: 'rerun retention', what: 'Calls of rerunJobs', remove: pruneReruns },
    { lock: 'call retention', what: "Counts of models' calls", remove: pruneModelCalls },
  ];
  const prune = async () => {
    for (const { lock, what, remove } of prunings) {
      try {
        const removed = await ctx.db.tryExclusive(lock, () => remove(ctx, () => stopped));
        if (removed) logger.info({ removed }, `${what} are no longer kept, and were removed`);
      } catch (err) {
        // A removal that fails each day doesn't keep the others from their work.
        logger.error({ err }, `${what} that are no longer kept couldn't be removed`);
      }
    }
  };
  const first = prune();
  const end = repeat(DAY_MS, prune);
  return async () => {
    stopped = true;
    await Promise.all([first, end()]);
  };
}
