import { countColumn } from '@/components/charts/chart-data';
import { formatDollars } from '@/lib/format/money';
import { formatQuantity } from '@/lib/format/number';

/** The cost of some executions in US dollars, and how many of them have an unknown cost, which isn't in it. */
export interface KnownCost {
  cost: number;
  executions: number;
  unknownCostCount: number;
}

const unknownRuns = { one: 'run of unknown cost', other: 'runs of unknown cost' };

/**
 * A cost in words, without a zero for what isn't known: `$4.12`, `$4.12` with the note `and 3 runs of unknown cost`,
 * or `Unknown` with `3 runs of unknown cost`.
 */
export function costWords({ cost, executions, unknownCostCount }: KnownCost): {
  amount: string;
  note: string | null;
} {
  if (unknownCostCount === 0) return { amount: formatDollars(cost), note: null };
  const runs = formatQuantity(unknownCostCount, unknownRuns);
  return unknownCostCount === executions
    ? { amount: 'Unknown', note: runs }
    : { amount: formatDollars(cost), note: `and ${runs}` };
}

/** The column that counts them by day, if there are any; the values of a row may have one more then. */
export const unknownCostColumn = (days: readonly Pick<KnownCost, 'unknownCostCount'>[]) =>
  days.some(({ unknownCostCount }) => unknownCostCount > 0)
    ? [countColumn('Unknown cost', 'runs_of_unknown_cost')]
    : [];
