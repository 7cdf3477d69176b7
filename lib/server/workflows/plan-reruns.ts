import { addCosts } from '@/lib/engine/models/cost';
import { estimatePlan } from '@/lib/engine/planning/estimate-plan';
import { taskNamed } from '@/lib/engine/tasks/registry';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import type { SqlReader } from '@/lib/server/database/database';
import { AppError, notFound } from '@/lib/server/errors';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { turns } from '@/lib/server/runtime/fair-turns';
import { invalidWorkflow } from '@/lib/server/workflows/plan-input';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { JobRequests } from '@/lib/server/workflows/views/job-request';
import { type JobView, readJobViews } from '@/lib/server/workflows/views/job-view';
import { LazyValue } from '@/lib/server/workflows/views/lazy-values';
import { Prisma } from '@/prisma/generated/prisma/client';
import { type FailedJobs, findFailedJobs, type RerunFilters } from './find-failed-jobs';
import { outputTokens, type PlanView, planView } from './get-plan';
import { type EarlierJob, prepareRerun, type RerunChoice, workflowGone } from './prepare-rerun';

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

/**
 * How a job would run again now, without storing it. Steps that keep what they had cost nothing.
 * @param budget of the response: the stored workflow counts as if it were shown
 * @param signal aborted once the caller has left, who then waits no longer
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague's job and another account's; CONFLICT,
 *   WORKFLOW_INVALID as rerunJob; RESPONSE_TOO_LARGE
 */
export async function planRerun(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  choice: RerunChoice,
  { budget, signal }: { budget: ContentBudget; signal?: AbortSignal },
): Promise<PlanView> {
  authorize(viewer, 'read');
  const job = await ctx.db.prisma.job.findFirst({
    where: { id, ...visibleJobs(viewer) },
    select: { finishedAt: true, slots: true },
  });
  if (!job) throw notFound('Job');
  const request = await new JobRequests(ctx.db.sql, [id]).planned(id, budget);
  if (!request) throw workflowGone();
  const { workflow, fileBytes } = request;
  const earlier = { id, finishedAt: job.finishedAt, sent: { workflow, slots: job.slots } };
  return estimateRerun(ctx, viewer, earlier, choice, { fileBytes, signal });
}

/** The estimate of a job that is to run again. @throws AppError CONFLICT, WORKFLOW_INVALID */
async function estimateRerun(
  ctx: WorkflowContext,
  viewer: Viewer,
  earlier: EarlierJob,
  choice: RerunChoice,
  { fileBytes, signal }: { fileBytes: number; signal?: AbortSignal | undefined },
): Promise<PlanView> {
  const { workflow, waves, reused } = await prepareRerun(ctx, viewer, earlier, choice, signal);
  const gone = workflow.steps.findIndex(({ task }) => !taskNamed(task));
  if (gone >= 0) {
    const message = 'There is no task of that name anymore.';
    throw invalidWorkflow([{ path: `steps[${gone}].task`, code: 'TASK_UNKNOWN', message }]);
  }
  const { engine } = workflowsOf(ctx);
  const own = { ...engine, breakers: engine.breakers.of(viewer.accountId) };
  const tokens = await outputTokens(ctx.db.sql, earlier.id, workflow.steps, [...reused]);
  return planView(workflow, estimatePlan(workflow, waves, own, { fileBytes, reused: tokens }));
}
