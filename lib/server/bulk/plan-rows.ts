import type { z } from 'zod';
import type { BadRow } from '@/lib/engine/bulk/sheet';
import { checkCallbacks } from '@/lib/engine/planning/plan-workflow';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { Fault, Workflow } from '@/lib/engine/workflow';
import type { Viewer } from '@/lib/server/auth/viewer';
import { type CheckedFile, checkFileRows } from '@/lib/server/bulk/check-file-rows';
import { estimateRows } from '@/lib/server/bulk/estimate-rows';
import { assertNotExpired } from '@/lib/server/bulk/get-bulk-file';
import { badInput } from '@/lib/server/errors';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import {
  callerOf,
  checkCallbackReach,
  invalidWorkflow,
  plan,
  type StartInput,
  slotsFor,
} from '@/lib/server/workflows/plan-input';
import { type BulkHow, bulkStart } from '@/lib/validation/bulk';
import { workflowCall } from '@/lib/validation/workflows';
import { type BulkFile, Prisma } from '@/prisma/generated/prisma/client';

/** A bulk run as a call sends it. */
export interface BulkStart extends BulkHow {
  fileId: string;
  workflow: StartInput;
}

/**
 * The rows of a start, checked and estimated. `tried` has the positions of the rows to try first; null if all rows run.
 * @throws AppError WORKFLOW_INVALID with all faults; BAD_USER_INPUT, also for lines to try that don't run;
 *   BULK_FILE_EXPIRED
 */
export async function planRows(
  ctx: WorkflowContext,
  viewer: Viewer,
  file: BulkFile,
  { workflow: input, signal, ...rest }: BulkStart & { signal?: AbortSignal | undefined },
) {
  const how = parseInput(bulkStart, rest);
  const { metadata, variables } = parseInput(workflowCall, input);
  assertNotExpired(ctx, file);
  const faults = [...checkCallbacks(how.callbacks, 'bulk job'), ...checkCallbackReach(ctx, how.callbacks)];
  if (faults.length > 0) throw invalidWorkflow(faults);
  const { workflow, waves } = await plan(
    ctx,
    viewer,
    { ...input, variables: variables ?? {} },
    { hasFile: false, signal },
  );
  const decided = faultsOfDecisions(workflow);
  if (decided.length > 0) throw invalidWorkflow(decided);
  const checked = await checkFileRows(ctx, file, { workflow, onlyIf: how.onlyIf }, callerOf(viewer, signal));
  const failing = new Set(checked.problems.map(({ line }) => line));
  const tried = await rowsToTry(ctx, file, how, checked);
  const { engine } = workflowsOf(ctx);
  const own = { ...engine, breakers: engine.breakers.of(viewer.accountId) };
  return {
    ...{ how, workflow, metadata, ...checked, tried },
    slots: slotsFor(workflow.steps.length, waves),
    estimate: await estimateRows(
      // A template that fails has no tokens, so such a row would be the cheapest.
      checked.toRun.filter(({ line }) => !failing.has(line)),
      workflow,
      waves,
      own,
    ),
  };
}

/** Faults of steps that a person decides: thousands of rows would wait, each for a decision of its own. */
const faultsOfDecisions = ({ steps }: Workflow): Fault[] =>
  steps.flatMap(({ task }, index): Fault[] =>
    taskNamed(task)?.decision
      ? [
          {
            path: `workflow.steps[${index}].task`,
            code: 'APPROVAL_IN_BULK',
            message: `A bulk run takes no ${task}: each row would wait for a person.`,
          },
        ]
      : [],
  );

async function rowsToTry(
  ctx: WorkflowContext,
  file: BulkFile,
  { tryRows, trySelection, tryLines }: z.output<typeof bulkStart>,
  { toRun, skipped }: CheckedFile,
): Promise<number[] | null> {
  if (tryLines != null) {
    const byLine = new Map(toRun.map(({ line, position }) => [line, position]));
    const others = [...new Set(tryLines)].filter((line) => !byLine.has(line));
    if (others.length > 0) throw badInput({ tryLines: await whyNot(ctx, file, others, skipped) });
    return [...new Set(tryLines)].flatMap((line) => byLine.get(line) ?? []);
  }
  if (tryRows == null) return null;
  const count = Math.min(tryRows, toRun.length);
  const step = trySelection === 'SPREAD' ? toRun.length / count : 1;
  return Array.from({ length: count }, (_, index) => toRun[Math.floor(index * step)]?.position ?? 0);
}

/** Why lines don't run, a sentence for each reason. */
async function whyNot(
  { db }: WorkflowContext,
  { id, badRows, badCount }: BulkFile,
  lines: readonly number[],
  skipped: readonly number[],
): Promise<string> {
  const found = await db.sql<{ line: number; position: number }>(Prisma.sql`
    SELECT "line", "position" FROM "BulkFileRow" WHERE "fileId" = ${id} AND "line" IN (${Prisma.join([...lines])})`);
  const [skippedAt, bad] = [
    new Set(skipped),
    new Set((JSON.parse(badRows) as BadRow[]).map(({ line }) => line)),
  ];
  const skippedLines = found.filter(({ position }) => skippedAt.has(position)).map(({ line }) => line);
  const reasons = Map.groupBy(lines, (line) => {
    if (skippedLines.includes(line)) return 'onlyIf skips the row';
    if (bad.has(line)) return 'The file has a bad row';
    // Of older files, only the first 1,000 bad rows are stored.
    return bad.size < badCount ? 'The file has no row that can run' : 'The file has no row';
  });
  return [...reasons]
    .map(([reason, on]) => `${reason} on ${on.length === 1 ? 'line' : 'lines'} ${on.join(', ')}.`)
    .join(' ');
}
