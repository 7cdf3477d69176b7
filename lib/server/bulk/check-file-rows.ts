import { limits, workflowLimits } from '@/lib/config/limits';
import type { CheckedRow, RowsToCheck } from '@/lib/engine/bulk/check-rows';
import { columnsNamed, readRowVariables, unreadTag } from '@/lib/engine/bulk/row-variables';
import type { SheetColumn } from '@/lib/engine/bulk/sheet-columns';
import { TooMuchWork } from '@/lib/engine/replies/problems';
import { type Caller, ConditionProblem } from '@/lib/engine/text-worker';
import type { Fault, Step, Workflow } from '@/lib/engine/workflow';
import { didYouMean } from '@/lib/rules/did-you-mean';
import type { RowToRun } from '@/lib/server/bulk/estimate-rows';
import { inParts } from '@/lib/server/bulk/in-parts';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { invalidWorkflow } from '@/lib/server/workflows/plan-input';
import { type BulkFile, type BulkFileRow, Prisma } from '@/prisma/generated/prisma/client';

/** Rows, and their characters, that are checked at once: well within a template's second. */
const AT_ONCE = { rows: 200, characters: 512 * 1024 };

/** The rows of a file as a run would take them. */
export interface CheckedFile {
  /** In the order of the file. */
  toRun: RowToRun[];
  /** Positions of the rows that the condition skips. */
  skipped: number[];
  /** Rows with a template that fails on their values. */
  problems: { line: number; stepId: string; message: string }[];
}

/**
 * Checks each row of a file for a run: the condition, the size, and the templates.
 * @param workflow planned, with the variables as the caller gave them
 * @throws AppError WORKFLOW_INVALID for columns that aren't there, a condition that fails on a row, and rows that are too
 *   large
 */
export async function checkFileRows(
  ctx: WorkflowContext,
  file: BulkFile,
  { workflow, onlyIf }: { workflow: Workflow; onlyIf: string | null },
  caller: Caller,
): Promise<CheckedFile> {
  const faults = checkColumns(file, workflow);
  if (faults.length > 0) throw invalidWorkflow(faults);
  const templated = workflow.steps.flatMap((step, position) =>
    readsVariables(step) ? [{ step, position }] : [],
  );
  const columns: SheetColumn[] = JSON.parse(file.columns);
  const work = {
    ...{ variables: workflow.variables, input: workflow.input, onlyIf },
    conditions: [
      ...(onlyIf === null ? [] : [{ path: 'onlyIf', source: onlyIf }]),
      ...workflow.steps.flatMap(({ condition }, index) =>
        condition === null ? [] : [{ path: `workflow.steps[${index}].condition`, source: condition }],
      ),
    ],
    // Other formats have always had numbers, so nobody expects texts of them.
    numbers: columns.flatMap(({ name, type }) => (file.format === 'CSV' && type === 'NUMBER' ? [name] : [])),
    templates: templated.map(({ step: { input, instructions, ...step } }) => {
      const reads = [step.expressionReads?.input, step.expressionReads?.instructions];
      const readSteps = reads.some((read) => (read?.steps.length ?? 0) > 0);
      // A step may be skipped, and preprocessors may write into an empty text.
      const needsText = !readSteps && step.condition === null && step.preprocessors.length === 0;
      return { input, instructions, readSteps, needsText };
    }),
  };
  const found: CheckedFile = { toRun: [], skipped: [], problems: [] };
  const failed: FailedCondition[] = [];
  let tooLarge: number | null = null;
  for await (const rows of rowsOf(ctx, file.id)) {
    const checked = await check(ctx, { ...work, rows: rows.map(({ values }) => values) }, caller);
    for (const [index, { position, line }] of rows.entries()) {
      const row = checked[index] as CheckedRow;
      if (row.isSkipped) found.skipped.push(position);
      else if (row.conditionProblem !== null)
        failed.push({ line, message: row.conditionProblem, path: row.path });
      else {
        if (row.bytes > workflowLimits.inputBytes) tooLarge ??= line;
        const rendered = new Array(workflow.steps.length).fill(null);
        for (const [at, step] of row.steps.entries()) {
          const { position: ofStep, step: planned } = templated[at] as (typeof templated)[number];
          if (step.problem === null)
            rendered[ofStep] = { input: step.input, instructions: step.instructions };
          else found.problems.push({ line, stepId: planned.id, message: step.problem });
        }
        found.toRun.push({ position, line, rendered });
      }
    }
  }
  if (failed.length > 0) throw invalidWorkflow(conditionFaults(failed));
  if (tooLarge !== null) throw invalidWorkflow([rowTooLarge(tooLarge)]);
  return found;
}

const readsVariables = ({ expressionReads: reads }: Step): boolean =>
  [reads?.input, reads?.instructions].some((read) => read?.roots.includes('variables'));

/** A condition that fails on a row, with its path in the call. */
interface FailedCondition {
  line: number;
  message: string;
  path: string;
}

/** A fault for each thing that is wrong, with the first lines on which it is. */
function conditionFaults(failed: readonly FailedCondition[]): Fault[] {
  return [...Map.groupBy(failed, ({ path, message }) => `${path} ${message}`).values()].map((rows) => {
    const [{ path, message }] = rows as [FailedCondition];
    const lines = rows.slice(0, 5).map(({ line }) => line);
    const others = rows.length - lines.length;
    const more = others > 0 ? ` and ${others.toLocaleString('en-US')} more` : '';
    return {
      path,
      code: 'CONDITION_INVALID',
      message: `On ${rows.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}: ${message}`,
    };
  });
}

const rowTooLarge = (line: number): Fault => ({
  path: 'workflow.input',
  code: 'INPUT_TOO_LARGE',
  message: `The input, the variables, and the row of line ${line} together have more than 1 MiB.`,
});

/** Columns that variables or steps name, and that neither the file nor the variables have. */
function checkColumns({ columns: stored }: BulkFile, { variables, steps }: Workflow): Fault[] {
  const columns = (JSON.parse(stored) as SheetColumn[]).map(({ name }) => name);
  const mapping = readRowVariables(variables);
  const unread = unreadTag(mapping);
  if (unread) {
    const message = `The variable ${unread.name} has “${unread.tag}”, which names no column. Write {{ row.NAME }} or {{ row["NAME"] }}; filters belong in the templates of steps.`;
    return [{ path: 'workflow.variables', code: 'TEMPLATE_INVALID', message }];
  }
  const named = columnsNamed(mapping);
  if (named.length > limits.bulkRun.references) {
    const message = `The variables name columns at most ${limits.bulkRun.references} times together; these do ${named.length} times.`;
    return [{ path: 'workflow.variables', code: 'WORKFLOW_TOO_COMPLEX', message }];
  }
  const missing = (name: string, path: string, what: string): Fault[] =>
    columns.includes(name)
      ? []
      : [
          {
            path,
            code: 'BULK_COLUMN_MISSING',
            message: `${what} “${name.slice(0, 100)}”.${didYouMean(name, columns) || ` The file has: ${columns.join(', ').slice(0, 300)}.`}`,
          },
        ];
  return [
    ...[...new Set(named)].flatMap((name) => missing(name, 'workflow.variables', 'The file has no column')),
    ...steps.flatMap(({ expressionReads }, index) =>
      (['instructions', 'input', 'condition'] as const).flatMap((part) =>
        (expressionReads?.[part].variables ?? [])
          .filter((name) => !Object.hasOwn(variables, name))
          .flatMap((name) =>
            missing(name, `workflow.steps[${index}].${part}`, 'There is neither a column nor a variable'),
          ),
      ),
    ),
  ];
}

async function check(ctx: WorkflowContext, work: RowsToCheck, caller: Caller): Promise<CheckedRow[]> {
  try {
    return await workflowsOf(ctx).engine.textWorker.checkRows(work, caller);
  } catch (error) {
    if (error instanceof ConditionProblem)
      throw invalidWorkflow([{ path: 'onlyIf', code: 'CONDITION_INVALID', message: error.message }]);
    if (!(error instanceof TooMuchWork)) throw error;
    throw invalidWorkflow([{ path: 'workflow', code: 'WORKFLOW_TOO_COMPLEX', message: error.message }]);
  }
}

/** The rows of a file, in parts that are checked together. */
async function* rowsOf(
  { db }: WorkflowContext,
  fileId: string,
): AsyncGenerator<Pick<BulkFileRow, 'position' | 'line' | 'values'>[]> {
  for (let next = 0; ; ) {
    const rows = await db.sql<Pick<BulkFileRow, 'position' | 'line' | 'values'>>(Prisma.sql`
      SELECT "position", "line", "values" FROM "BulkFileRow"
      WHERE "fileId" = ${fileId} AND "position" >= ${next} ORDER BY "position" LIMIT ${AT_ONCE.rows}`);
    yield* inParts(rows, ({ values }) => values.length, AT_ONCE.characters);
    if (rows.length < AT_ONCE.rows) return;
    next = (rows.at(-1)?.position ?? 0) + 1;
  }
}
