import { estimateTokens, tokensOfBytes } from '@/lib/engine/models/estimate-tokens';
import { estimatePlan, type StepEstimate, totalCost } from '@/lib/engine/planning/estimate-plan';
import { followDependencies } from '@/lib/engine/planning/order-steps';
import { type PlanWarning, templateWarnings } from '@/lib/engine/planning/template-warnings';
import { Breakers } from '@/lib/engine/routing/breakers';
import { outputText } from '@/lib/engine/run/step-scope';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { Step, Workflow } from '@/lib/engine/workflow';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import type { SqlReader } from '@/lib/server/database/database';
import { notFound } from '@/lib/server/errors';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { plan, type StartInput } from '@/lib/server/workflows/plan-input';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { JobRequests } from '@/lib/server/workflows/views/job-request';
import { plannedFile } from '@/lib/validation/workflows';
import { Prisma } from '@/prisma/generated/prisma/client';

/** How a workflow would run. Costs in nano-dollars, null if a price isn't known or no model holds a step. */
export interface PlanView {
  estimatedTokens: number;
  estimatedCost: number | null;
  maxCost: number | null;
  steps: StepEstimate[];
  warnings: () => readonly PlanWarning[];
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
  return planView(workflow, estimatePlan(workflow, waves, own, { fileBytes: file.fileBytes ?? 0 }));
}

/** The estimates of all steps, with their sums, and what the workflow probably doesn't mean. */
export const planView = (workflow: Workflow, steps: StepEstimate[]): PlanView => ({
  estimatedTokens: steps.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0),
  estimatedCost: totalCost(steps, 'estimatedCost'),
  maxCost: totalCost(steps, 'maxCost'),
  steps,
  warnings: () => templateWarnings(workflow),
});

/**
 * The plan of a job's workflow, at the prices of the time when it was sent. Models are ranked as they are now, without
 * pauses of their calls, since what was measured then isn't stored.
 * @returns null once its workflow is no longer kept, or if a task of it is no longer there
 * @param budget of the response: the stored workflow counts as if it were shown
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague's job and another account's; RESPONSE_TOO_LARGE
 */
export async function getJobPlan(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  budget: ContentBudget,
): Promise<PlanView | null> {
  authorize(viewer, 'read');
  const job = await ctx.db.prisma.job.findFirst({
    where: { id, ...visibleJobs(viewer) },
    select: { createdAt: true },
  });
  if (!job) throw notFound('Job');
  const request = await new JobRequests(ctx.db.sql, [id]).planned(id, budget);
  if (!request?.workflow.steps.every(({ task }) => taskNamed(task))) return null;
  const { workflow, fileBytes } = request;
  const { waves } = followDependencies(workflow.steps.map(({ waitsFor }) => [...waitsFor]));
  const { engine } = workflowsOf(ctx);
  const { clock } = engine;
  const then = {
    now: () => job.createdAt.getTime(),
    elapsed: () => clock.elapsed(),
    sleep: (...wait: Parameters<typeof clock.sleep>) => clock.sleep(...wait),
  };
  const own = { ...engine, clock: then, breakers: new Breakers(clock) };
  const reused = await reusedTokens(ctx, id, workflow.steps);
  return planView(workflow, estimatePlan(workflow, waves, own, { fileBytes, reused }));
}

/** Of outputs that the job has of an earlier one, by position: they cost nothing. */
async function reusedTokens(
  { db }: WorkflowContext,
  jobId: string,
  steps: readonly Step[],
): Promise<ReadonlyMap<number, number>> {
  const reused = await db.prisma.reusedStep.findMany({ where: { jobId }, select: { position: true } });
  return outputTokens(
    db.sql,
    jobId,
    steps,
    reused.map(({ position }) => position),
  );
}

/** Outputs of more bytes, as stored, are estimated by their length: all steps of a job may have long ones. */
const MOST_READ = 64 * 1024;

/**
 * About how many tokens the outputs of a job's steps have for a step that reads them, by position.
 * @param positions of the steps in question
 */
export async function outputTokens(
  rows: SqlReader,
  jobId: string,
  steps: readonly Pick<Step, 'task'>[],
  positions: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (positions.length === 0) return new Map();
  const found = await rows<{ position: number; bytes: number | bigint | null; output: string | null }>(
    Prisma.sql`
      SELECT "position", octet_length("output") AS "bytes",
        CASE WHEN octet_length("output") <= ${MOST_READ} THEN "output" END AS "output"
      FROM "JobStep" WHERE "jobId" = ${jobId} AND "position" IN (${Prisma.join(positions)})`,
  );
  return new Map(
    found.map(({ position, bytes, output }) => {
      const task = steps[Number(position)]?.task ?? '';
      const tokens =
        output === null
          ? tokensOfBytes(Number(bytes ?? 0))
          : estimateTokens(outputText(task, JSON.parse(output)));
      return [Number(position), tokens];
    }),
  );
}
