import { setImmediate } from 'node:timers/promises';
import { addCosts } from '@/lib/engine/models/cost';
import {
  estimatePlan,
  type RenderedTokens,
  type StepEstimate,
  totalCost,
} from '@/lib/engine/planning/estimate-plan';
import type { Workflow } from '@/lib/engine/workflow';

/** A row that a run would run. */
export interface RowToRun {
  /** Its place among the rows of the file. */
  position: number;
  line: number;
  /** By step, the tokens of its templates; null for steps whose templates read no variables. */
  rendered: readonly (RenderedTokens | null)[];
}

/** The estimate of one row. Costs in nano-dollars, null if a price isn't known. */
export interface RowEstimate {
  line: number;
  estimatedTokens: number;
  estimatedCost: number | null;
  maxCost: number | null;
  steps: StepEstimate[];
}

/** The estimate of all rows, without the rows that no model holds. */
export interface RowsEstimate extends Omit<RowEstimate, 'line' | 'steps'> {
  /** The fitting rows with the fewest and the most tokens; null if no row fits a model. */
  shortest: RowEstimate | null;
  longest: RowEstimate | null;
  /** Rows with a step that no model holds. */
  misfits: readonly { row: RowToRun; stepId: string }[];
}

/** Groups of rows with about the same tokens. Of each, one row is estimated for all. */
const GROUPS = 50;

/**
 * Estimates the rows of a run. Choosing a step's models takes a tenth of a millisecond, so only some of 10,000 rows are
 * estimated. Rows of about the same length form a group, and the middle row stands for its group.
 */
export async function estimateRows(
  rows: readonly RowToRun[],
  workflow: Workflow,
  waves: readonly number[],
  engine: Parameters<typeof estimatePlan>[2],
): Promise<RowsEstimate> {
  const estimate = (row: RowToRun): RowEstimate => {
    const steps = estimatePlan(workflow, waves, engine, { rendered: row.rendered });
    return {
      line: row.line,
      estimatedTokens: steps.reduce((sum, step) => sum + step.estimatedTokens, 0),
      estimatedCost: totalCost(steps, 'estimatedCost'),
      maxCost: totalCost(steps, 'maxCost'),
      steps,
    };
  };
  const lengths = new Map(rows.map((row) => [row, lengthOf(row)]));
  const sorted = rows.toSorted((one, other) => (lengths.get(one) ?? 0) - (lengths.get(other) ?? 0));
  const size = Math.max(1, Math.ceil(sorted.length / GROUPS));
  const total = { estimatedTokens: 0, estimatedCost: 0 as number | null, maxCost: 0 as number | null };
  const misfits: { row: RowToRun; stepId: string }[] = [];
  let shortest: RowEstimate | null = null;
  let longest: RowEstimate | null = null;
  for (let start = 0; start < sorted.length; start += size) {
    // Lets other work of the thread run.
    await setImmediate();
    const { fitting, unfit } = await partFitting(sorted.slice(start, start + size), estimate);
    misfits.push(...unfit);
    const [first, middle, last] = [fitting[0], fitting[fitting.length >> 1], fitting.at(-1)];
    if (!first || !middle || !last) continue;
    shortest ??= estimate(first);
    longest = estimate(last);
    const { estimatedTokens, estimatedCost, maxCost } = estimate(middle);
    total.estimatedTokens += estimatedTokens * fitting.length;
    total.estimatedCost = addCosts(total.estimatedCost, times(estimatedCost, fitting.length));
    total.maxCost = addCosts(total.maxCost, times(maxCost, fitting.length));
  }
  misfits.sort((one, other) => one.row.position - other.row.position);
  return { ...total, shortest, longest, misfits };
}

/** The rows of a group that fit. If its longest does, all do; rows are checked one by one only in a group with both. */
async function partFitting(group: readonly RowToRun[], estimate: (row: RowToRun) => RowEstimate) {
  const misfitOf = (row: RowToRun) =>
    estimate(row).steps.find(({ model, estimatedCost }) => model === null && estimatedCost === null)?.id;
  const [first] = group;
  if (!first || misfitOf(extreme(group, Math.max)) === undefined) return { fitting: group, unfit: [] };
  const ofAll = misfitOf(extreme(group, Math.min));
  if (ofAll !== undefined) return { fitting: [], unfit: group.map((row) => ({ row, stepId: ofAll })) };
  const fitting: RowToRun[] = [];
  const unfit: { row: RowToRun; stepId: string }[] = [];
  for (const row of group) {
    await setImmediate();
    const stepId = misfitOf(row);
    if (stepId === undefined) fitting.push(row);
    else unfit.push({ row, stepId });
  }
  return { fitting, unfit };
}

/** A row with the most, or the fewest, tokens that any row of a group has for each step. */
function extreme(group: readonly RowToRun[], choose: (...tokens: number[]) => number): RowToRun {
  const [first] = group as [RowToRun];
  const rendered = first.rendered.map((_, position): RenderedTokens | null => {
    const steps = group.flatMap((row) => row.rendered[position] ?? []);
    const inputs = steps.flatMap(({ input }) => input ?? []);
    return steps.length === 0
      ? null
      : {
          input: inputs.length === 0 ? null : choose(...inputs),
          instructions: choose(...steps.map(({ instructions }) => instructions)),
        };
  });
  return { ...first, rendered };
}

const lengthOf = ({ rendered }: RowToRun): number =>
  rendered.reduce((sum, step) => sum + (step ? (step.input ?? 0) + step.instructions : 0), 0);

const times = (cost: number | null, count: number): number | null => (cost === null ? null : cost * count);
