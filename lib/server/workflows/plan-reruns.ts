import { addCosts } from '@/lib/engine/models/cost';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { SqlReader } from '@/lib/server/database/database';
import { AppError } from '@/lib/server/errors';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { turns } from '@/lib/server/runtime/fair-turns';
import { type FailedJobs, findFailedJobs, type RerunFilters } from '@/lib/server/workflows/find-failed-jobs';
import { planRerun } from '@/lib/server/workflows/plan-rerun';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { type JobView, readJobViews } from '@/lib/server/workflows/views/job-view';
import { LazyValue } from '@/lib/server/workflows/views/lazy-values';
import { Prisma } from '@/prisma/generated/prisma/client';

/** The plan of running failed jobs again. Costs in nano-dollars, null if a price isn't known. */
export interface RerunsPlan extends Omit<FailedJobs, 'ids'> {
  /** How many would run again. */
  jobs: number;
  /** The newest of them, of which the costs are the sum. A response has no space for the others' workflows. */
  pricedJobs: number;
  estimatedCost: number | null;
  maxCost: number | null;
  /** Newest first. */
  chosen(): Promise<ChosenJob[]>;
}

/** A job that would run again. */
export interface ChosenJob {
  job: JobView;
  /** In nano-dollars; null if a price isn't known, or it isn't among the priced ones. */
  estimatedCost: number | null;
}

/**
 * The plan of `rerunJobs` with the same filters, without running it.
 * @param budget of the response: the workflows count as if they were shown
 * @throws AppError as rerunJobs
 */
export async function planReruns(
  ctx: WorkflowContext,
  viewer: Viewer,
  filters: RerunFilters,
  { budget, signal }: { budget: ContentBudget; signal: AbortSignal },
): Promise<RerunsPlan> {
  authorize(viewer, 'read');
  const priced = { pricedJobs: 0, estimatedCost: 0 as number | null, maxCost: 0 as number | null };
  const estimates = new Map<string, number | null>();
  let isFull = false;
  const { ids, ...found } = await findFailedJobs(ctx, viewer, filters, {
    accountWide: 'admin:read',
    check: async (id) => {
      await turns.begin(viewer.accountId, signal);
      if (isFull) return;
      try {
        const { estimatedCost, maxCost } = await planRerun(ctx, viewer, id, {}, { budget, signal });
        priced.estimatedCost = addCosts(priced.estimatedCost, estimatedCost);
        priced.maxCost = addCosts(priced.maxCost, maxCost);
        priced.pricedJobs += 1;
        estimates.set(id, estimatedCost);
      } catch (error) {
        isFull = error instanceof AppError && error.code === 'RESPONSE_TOO_LARGE';
        if (!isFull) throw error;
      }
    },
  });
  const chosen = new LazyValue(async () =>
    (await readInOrder(ctx.db.sql, ids)).map((job) => ({
      job,
      estimatedCost: estimates.get(job.id) ?? null,
    })),
  );
  return { ...found, ...priced, jobs: ids.length, chosen: () => chosen.get() };
}

async function readInOrder(rows: SqlReader, ids: readonly string[]): Promise<JobView[]> {
  if (ids.length === 0) return [];
  const views = await readJobViews(rows, Prisma.sql`"id" IN ${rows.dialect.listed(ids)}`);
  const byId = new Map(views.map((view) => [view.id, view]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
