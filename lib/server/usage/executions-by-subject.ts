import { addDays } from '@/lib/rules/day';
import type { ReadRows } from '@/lib/server/database/database';
import { type RankedScope, rowsOf, subjectColumn } from '@/lib/server/usage/ranked-scope';
import type { UsageRange } from '@/lib/server/usage/usage-range';
import { Prisma } from '@/prisma/generated/prisma/client';

/** So many days are read at a time: others' calls are answered between, and memory is bounded. */
const DAYS_AT_ONCE = 100;

/** How often each user or template ran in the range, by id. */
export async function executionsBySubject(
  readRows: ReadRows,
  scope: RankedScope,
  { from, to }: UsageRange,
): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (let first = from; first <= to; first = addDays(first, DAYS_AT_ONCE)) {
    const last = addDays(first, DAYS_AT_ONCE - 1);
    const { ids, counts } = await columnsOf(readRows, scope, { from: first, to: last < to ? last : to });
    for (const [index, id] of ids.entries()) sums.set(id, (sums.get(id) ?? 0) + (counts[index] ?? 0));
  }
  return sums;
}

/** The rows as an array for each column: two values for the driver to hand over, however many rows. */
async function columnsOf(
  readRows: ReadRows,
  scope: RankedScope,
  range: UsageRange,
): Promise<{ ids: string[]; counts: number[] }> {
  const rows = await readRows<{ ids: string; counts: string }>(Prisma.sql`
    SELECT json_group_array(${subjectColumn(scope)}) AS "ids", json_group_array("executions") AS "counts"
    FROM ${rowsOf(scope, range)}`);
  const [{ ids, counts } = { ids: '[]', counts: '[]' }] = rows;
  return { ids: JSON.parse(ids), counts: JSON.parse(counts) };
}
