import { tokensOfBytes } from '@/lib/engine/models/estimate-tokens';
import { estimatePlan } from '@/lib/engine/planning/estimate-plan';
import { taskNamed } from '@/lib/engine/tasks/registry';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { notFound } from '@/lib/server/errors';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { visibleJobs } from '@/lib/server/workflows/get-job';
import { type PlanView, planView } from '@/lib/server/workflows/get-plan';
import {
  type EarlierJob,
  prepareRerun,
  type RerunChoice,
  workflowGone,
} from '@/lib/server/workflows/prepare-rerun';
import { invalidWorkflow } from '@/lib/server/workflows/start-workflow';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { JobRequests } from '@/lib/server/workflows/views/job-request';

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
  const tokens = new Map([...reused].map(([position, bytes]) => [position, tokensOfBytes(bytes)]));
  return planView(estimatePlan(workflow, waves, own, { fileBytes, reused: tokens }));
}
