import { estimatePlan, type StepEstimate, totalCost } from '@/lib/engine/planning/estimate-plan';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { plan, type StartInput } from '@/lib/server/workflows/start-workflow';
import { plannedFile } from '@/lib/validation/workflows';

/** How a workflow would run. Costs in nano-dollars, null if a price isn't known or no model holds a step. */
export interface PlanView {
  estimatedTokens: number;
  estimatedCost: number | null;
  maxCost: number | null;
  steps: StepEstimate[];
}

/**
 * Checks a workflow and says how it would run now, without running or storing it.
 * @param options.fileBytes the size of the file that would come with it; null for none
 * @param options.signal aborted once the caller has left, who then waits no longer
 * @throws AppError WORKFLOW_INVALID with all faults; BAD_USER_INPUT
 */
export async function getPlan(
  ctx: WorkflowContext,
  viewer: Viewer,
  input: StartInput,
  { fileBytes = null, signal }: { fileBytes?: number | null | undefined; signal?: AbortSignal } = {},
): Promise<PlanView> {
  authorize(viewer, 'read');
  const file = parseInput(plannedFile, { fileBytes });
  const { workflow, waves } = await plan(ctx, viewer, input, { hasFile: file.fileBytes !== null, signal });
  const { engine } = workflowsOf(ctx);
  const own = { ...engine, breakers: engine.breakers.of(viewer.accountId) };
  return planView(estimatePlan(workflow, waves, own, { fileBytes: file.fileBytes ?? 0 }));
}

/** The estimates of all steps, with their sums. */
export const planView = (steps: StepEstimate[]): PlanView => ({
  estimatedTokens: steps.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0),
  estimatedCost: totalCost(steps, 'estimatedCost'),
  maxCost: totalCost(steps, 'maxCost'),
  steps,
});
