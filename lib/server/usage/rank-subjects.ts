import { daysIn } from '@/lib/rules/day';
import type { ReadRows } from '@/lib/server/database/database';
import { executionsBySubject } from '@/lib/server/usage/executions-by-subject';
import { type RankedScope, rowsOf, subjectColumn } from '@/lib/server/usage/ranked-scope';
import type { UsageRange } from '@/lib/server/usage/usage-range';
import { Prisma } from '@/prisma/generated/prisma/client';

/** A user or template, and how often it ran. */
export interface RankedSubject {
  id: string;
  executions: number;
}

/** Longer ranges are added up by us: SQLite groups by sorting all rows, which grows faster than their number. */
const DAYS_IN_SQL = 100;

/** Those that ran most in the range, most executions first, then by id. */
export function rankSubjects(
  readRows: ReadRows,
  scope: RankedScope,
  range: UsageRange,
  count: number,
): Promise<RankedSubject[]> {
  return daysIn(range.from, range.to) <= DAYS_IN_SQL
    ? rankInSql(readRows, scope, range, count)
    : rankHere(readRows, scope, range, count);
}

async function rankInSql(
  readRows: ReadRows,
  scope: RankedScope,
  range: UsageRange,
  count: number,
): Promise<RankedSubject[]> {
  const rows = await readRows<{ id: string; total: number | bigint }>(Prisma.sql`
    SELECT ${subjectColumn(scope)} AS "id", SUM("executions") AS "total" FROM ${rowsOf(scope, range)}
    GROUP BY "id" ORDER BY "total" DESC, "id" LIMIT ${count}`);
  return rows.map(({ id, total }) => ({ id, executions: Number(total) }));
}

async function rankHere(
  readRows: ReadRows,
  scope: RankedScope,
  range: UsageRange,
  count: number,
): Promise<RankedSubject[]> {
  const sums = await executionsBySubject(readRows, scope, range);
  // Numbers alone sort in a fraction of the time that all entries would take.
  const least = Float64Array.from(sums.values()).sort().at(-count) ?? 0;
  return [...sums]
    .filter(([, executions]) => executions >= least)
    .map(([id, executions]) => ({ id, executions }))
    .sort((a, b) => b.executions - a.executions || (a.id < b.id ? -1 : 1))
    .slice(0, count);
}
