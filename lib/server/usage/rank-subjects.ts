import type { Day } from '@/lib/rules/day';
import type { ReadRows } from '@/lib/server/database/database';
import { executionsBySubject } from '@/lib/server/usage/executions-by-subject';
import type { RankedScope } from '@/lib/server/usage/ranked-scope';
import type { UsageRange } from '@/lib/server/usage/usage-range';

/** A user or template, and how often it ran. */
export interface RankedSubject {
  id: string;
  executions: number;
}

/** The subjects with the most executions in the range, most first, then by id. */
export async function rankSubjects(
  readRows: ReadRows,
  scope: RankedScope,
  range: UsageRange,
  { count, today }: { count: number; today: Day },
): Promise<RankedSubject[]> {
  const sums = await executionsBySubject(readRows, scope, range, today);
  // Sorting plain numbers takes a fraction of the time of sorting the entries.
  const least = Float64Array.from(sums.values()).sort().at(-count) ?? 0;
  return [...sums]
    .filter(([, executions]) => executions >= least)
    .map(([id, executions]) => ({ id, executions }))
    .sort((a, b) => b.executions - a.executions || (a.id < b.id ? -1 : 1))
    .slice(0, count);
}
