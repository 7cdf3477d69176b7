import { countColumn } from '@/components/charts/chart-data';
import { formatExactDollars } from '@/lib/format/money';
import { formatQuantity } from '@/lib/format/number';

/** The cost of some executions in US dollars, and how many of them have an unknown cost, which isn't in it. */
interface KnownCost {
  cost: number;
  executions: number;
  unknownCostCount: number;
}

const unknown = { one: 'execution of unknown cost', other: 'executions of unknown cost' };

/**
 * A cost in words, without a zero for what isn't known: `$4.1200`, `$4.1200` with the note `and 3 executions of unknown cost`,
 * or `Unknown` with `3 executions of unknown cost`.
 */
export function costWords({ cost, executions, unknownCostCount }: KnownCost): {
  amount: string;
  note: string | null;
} {
  if (unknownCostCount === 0) return { amount: formatExactDollars(cost), note: null };
  const others = formatQuantity(unknownCostCount, unknown);
  return unknownCostCount === executions
    ? { amount: 'Unknown', note: others }
    : { amount: formatExactDollars(cost), note: `and ${others}` };
}

/** The column that counts them by day, if there are any; the values of a row may have one more then. */
export const unknownCostColumn = (days: readonly Pick<KnownCost, 'unknownCostCount'>[]) =>
  days.some(({ unknownCostCount }) => unknownCostCount > 0)
    ? [countColumn('Unknown cost', 'executions_of_unknown_cost')]
    : [];
