import { limits } from '@/lib/config/limits';
import { readRowVariables, variablesOfRow } from '@/lib/engine/bulk/row-variables';
import type { StepEstimate } from '@/lib/engine/planning/estimate-plan';
import { TemplateProblem } from '@/lib/engine/text-worker';
import type { Workflow } from '@/lib/engine/workflow';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { RowsEstimate } from '@/lib/server/bulk/estimate-rows';
import { findFile } from '@/lib/server/bulk/get-bulk-file';
import { type BulkStart, planRows } from '@/lib/server/bulk/plan-rows';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { callerOf } from '@/lib/server/workflows/plan-input';
import { type BulkFileRow, Prisma } from '@/prisma/generated/prisma/client';

/** Characters of an example's text. */
const LONGEST_EXAMPLE = 4_000;

/** A row that would fail, and why. */
export interface RowProblem {
  line: number;
  stepId: string;
  message: string;
}

/** The texts of a step with a row's values, without the outputs of other steps. */
export interface ExampleStep {
  stepId: string;
  /** Null if the step has no input of its own. */
  input: string | null;
  instructions: string;
}

/** How a bulk run would run. Costs in nano-dollars, null if a price isn't known or no row fits a model. */
export interface BulkPlanView extends Omit<RowsEstimate, 'misfits'> {
  /** Rows that would run, and rows that the condition skips. */
  rowCount: number;
  skippedCount: number;
  /** The steps of its longest row that fits. */
  steps: StepEstimate[];
  /** Rows that would fail. They aren't part of the estimate. */
  problemCount: number;
  /** Their steps that would fail, of the first rows. */
  problems: RowProblem[];
  /** The first row that would run; null if none would. */
  example: { line: number; steps: ExampleStep[] } | null;
}

/**
 * Checks a bulk run with all rows of its file and says how it would run now, without running or storing it.
 * @param signal aborted once the caller has left
 * @throws AppError WORKFLOW_INVALID with all faults; BAD_USER_INPUT, NOT_FOUND, BULK_FILE_EXPIRED
 */
export async function planBulkWorkflow(
  ctx: WorkflowContext,
  viewer: Viewer,
  input: BulkStart,
  signal?: AbortSignal,
): Promise<BulkPlanView> {
  authorize(viewer, 'read');
  const file = await findFile(ctx, viewer, input.fileId, 'admin:read');
  const { workflow, toRun, skipped, problems, estimate } = await planRows(ctx, viewer, file, {
    ...input,
    signal,
  });
  const { misfits, ...figures } = estimate;
  const failing: RowProblem[] = [
    ...problems,
    ...misfits.map(({ row, stepId }) => ({ line: row.line, stepId, message: 'No model holds this row.' })),
  ].sort((one, other) => one.line - other.line);
  const [first] = toRun;
  return {
    ...figures,
    ...(figures.longest === null && toRun.length > 0 && { estimatedCost: null, maxCost: null }),
    rowCount: toRun.length,
    skippedCount: skipped.length,
    steps: figures.longest?.steps ?? [],
    problemCount: new Set(failing.map(({ line }) => line)).size,
    problems: failing.slice(0, limits.bulkRun.named),
    example: first
      ? {
          line: first.line,
          steps: await exampleOf(ctx, viewer, { fileId: file.id, ...first, workflow, signal }),
        }
      : null,
  };
}

async function exampleOf(
  ctx: WorkflowContext,
  viewer: Viewer,
  {
    fileId,
    position,
    workflow: { steps, variables: given, input },
    signal,
  }: { fileId: string; position: number; workflow: Workflow; signal: AbortSignal | undefined },
): Promise<ExampleStep[]> {
  const [row] = await ctx.db.sql<Pick<BulkFileRow, 'values'>>(Prisma.sql`
    SELECT "values" FROM "BulkFileRow" WHERE "fileId" = ${fileId} AND "position" = ${position}`);
  if (!row) return [];
  const variables = variablesOfRow(readRowVariables(given), JSON.parse(row.values));
  const { textWorker } = workflowsOf(ctx).engine;
  return Promise.all(
    steps.map(async (step) => {
      const sources = [step.instructions, ...(step.input === null ? [] : [step.input])];
      const scope = { input, variables, file: '', steps: {} };
      // A template that fails on this row is among the problems.
      const texts = await textWorker.render(sources, scope, callerOf(viewer, signal)).catch((error) => {
        if (error instanceof TemplateProblem) return sources;
        throw error;
      });
      const [instructions = '', own = null] = texts.map((text) =>
        text.slice(0, LONGEST_EXAMPLE).toWellFormed(),
      );
      return { stepId: step.id, input: own, instructions };
    }),
  );
}
