import { DAY_MS } from '@/lib/rules/day';
import { pruneBulk } from '@/lib/server/bulk/prune-bulk';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { repeat } from '@/lib/server/runtime/repeat';
import { pruneModelCalls } from '@/lib/server/usage/prune-model-calls';
import { pruneJobs } from '@/lib/server/workflows/prune-jobs';
import { pruneReruns } from '@/lib/server/workflows/rerun-jobs';

/**
 * Prunes jobs, bulk runs, calls of rerunJobs, and the counts of models' calls now and then daily.
 * @returns stops it, after the current batch
 */
export function pruneJobsDaily(ctx: ServerContext): () => Promise<void> {
  let stopped = false;
  const prune = async () => {
    try {
      const jobs = await ctx.db.tryExclusive('job retention', () => pruneJobs(ctx, () => stopped));
      if (jobs) logger.info({ jobs }, "The content of jobs past their plan's days was removed");
      const bulk = await ctx.db.tryExclusive('bulk retention', () => pruneBulk(ctx, () => stopped));
      if (bulk) logger.info({ bulk }, 'Bulk runs and files that are no longer kept were removed');
      await ctx.db.tryExclusive('rerun retention', () => pruneReruns(ctx, () => stopped));
      const calls = await ctx.db.tryExclusive('call retention', () => pruneModelCalls(ctx, () => stopped));
      if (calls) logger.info({ calls }, "Counts of models' calls past their plan's days were removed");
    } catch (err) {
      logger.error({ err }, "What jobs and bulk runs have left past their plan's days couldn't be removed");
    }
  };
  const first = prune();
  const end = repeat(DAY_MS, prune);
  return async () => {
    stopped = true;
    await Promise.all([first, end()]);
  };
}
