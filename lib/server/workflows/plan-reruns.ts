import { addCosts } from '@/lib/engine/calls/cost';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { AppError } from '@/lib/server/errors';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { turns } from '@/lib/server/runtime/fair-turns';
import { findFailedJobs, type LeftOutJob, type RerunFilters } from '@/lib/server/workflows/find-failed-jobs';
import { planRerun } from '@/lib/server/workflows/plan-rerun';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';

/** The plan of running failed jobs again. Costs in nano-dollars, null if a price isn't known. */
export interface RerunsPlan {
  /** How many would run again. */
  jobs: number;
  /** The newest of them, of which the costs are the sum. A response has no space for the others' workflows. */
  pricedJobs: number;
  estimatedCost: number | null;
  maxCost: number | null;
  /** Jobs that match the filters and wouldn't run. */
  leftOut: LeftOutJob[];
  /** Whether further jobs match. */
  hasMore: boolean;
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
  const { ids, leftOut, hasMore } = await findFailedJobs(ctx, viewer, filters, 'admin:read');
  const plan: RerunsPlan = { jobs: 0, pricedJobs: 0, estimatedCost: 0, maxCost: 0, leftOut, hasMore };
  let isFull = false;
  for (const id of ids) {
    await turns.begin(viewer.accountId, signal);
    if (!isFull)
      try {
        const { estimatedCost, maxCost } = await planRerun(ctx, viewer, id, {}, { budget, signal });
        plan.estimatedCost = addCosts(plan.estimatedCost, estimatedCost);
        plan.maxCost = addCosts(plan.maxCost, maxCost);
        plan.pricedJobs += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        isFull = error.code === 'RESPONSE_TOO_LARGE';
        if (!isFull) {
          plan.leftOut.push({ jobId: id, code: error.code, message: error.message });
          continue;
        }
      }
    plan.jobs += 1;
  }
  return plan;
}
