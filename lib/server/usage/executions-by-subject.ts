import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { addDays, type Day } from '@/lib/rules/day';
import type { SqlReader } from '@/lib/server/database/database';
import { Prisma } from '@/prisma/generated/prisma/client';
import { daysInParts, type UsageRange } from './usage-range';

/** How many entries the cached sums may have in total, about a hundred bytes each; a range itself counts as six. */
const MOST_KEPT = 50_000;
const RANGE_SIZE = 6;

/** Executions by the id of the user or template. */
type Sums = ReadonlyMap<string, number>;

/** The size of the usage behind a range's sums. Usage only grows, so the same size means the same usage. */
interface Size {
  rows: number;
  executions: number;
}

const keptSums = new WeakMap<SqlReader, LRUCache<string, Size & { sums: Sums }>>();

/**
 * How often each user or template ran in the range. Days before `today` hardly change and are most of the work of
 * adding up, so their sums are cached.
 */
export async function executionsBySubject(
  readRows: SqlReader,
  scope: RankedScope,
  { from, to }: UsageRange,
  today: Day,
): Promise<Sums> {
  if (from >= today) return addUp(readRows, scope, { from, to });
  if (to < today) return pastExecutions(readRows, scope, { from, to });
  const sums = new Map(await pastExecutions(readRows, scope, { from, to: addDays(today, -1) }));
  for (const [id, executions] of await addUp(readRows, scope, { from: today, to }))
    sums.set(id, (sums.get(id) ?? 0) + executions);
  return sums;
}

async function pastExecutions(readRows: SqlReader, scope: RankedScope, range: UsageRange): Promise<Sums> {
  const kept = keptSums.get(readRows) ?? new LRUCache({ maxSize: MOST_KEPT });
  keptSums.set(readRows, kept);
  const key = JSON.stringify([scope, range]);
  const size = await sizeOf(readRows, scope, range);
  const known = kept.get(key);
  if (known?.rows === size.rows && known.executions === size.executions) return known.sums;
  const sums = await addUp(readRows, scope, range);
  // A document can request many ranges.
  await yieldToEventLoop();
  if (sums.size > 0) kept.set(key, { ...size, sums }, { size: sums.size + RANGE_SIZE });
  return sums;
}

/** Takes much less work than the sums: rows are counted as they are read, without sorting. */
async function sizeOf(readRows: SqlReader, scope: RankedScope, range: UsageRange): Promise<Size> {
  const [size] = await readRows<{ rows: number | bigint; executions: number | bigint | null }>(Prisma.sql`
    SELECT COUNT(*) AS "rows", SUM("executions") AS "executions" FROM ${rowsOf(scope, range)}`);
  return { rows: Number(size?.rows ?? 0), executions: Number(size?.executions ?? 0) };
}

async function addUp(readRows: SqlReader, scope: RankedScope, range: UsageRange): Promise<Sums> {
  const sums = new Map<string, number>();
  for await (const part of daysInParts(range)) {
    const { ids, totals } = await columnsOf(readRows, scope, part);
    for (const [index, id] of ids.entries()) sums.set(id, (sums.get(id) ?? 0) + (totals[index] ?? 0));
  }
  return sums;
}

/** The sums as one array per column, so that the driver returns two values however many rows there are. */
async function columnsOf(
  readRows: SqlReader,
  scope: RankedScope,
  range: UsageRange,
): Promise<{ ids: string[]; totals: number[] }> {
  const { jsonArray } = readRows.dialect;
  const rows = await readRows<{ ids: string; totals: string }>(Prisma.sql`
    SELECT ${jsonArray(Prisma.sql`"id"`)} AS "ids", ${jsonArray(Prisma.sql`"total"`)} AS "totals" FROM (
      SELECT ${subjectColumn(scope)} AS "id", SUM("executions") AS "total" FROM ${rowsOf(scope, range)}
      GROUP BY "id") AS "sums"`);
  const [{ ids, totals } = { ids: '[]', totals: '[]' }] = rows;
  return { ids: JSON.parse(ids), totals: JSON.parse(totals) };
}

/** The subjects that are ranked: users, templates, models, or keys of an account or of one of its users. */
export type RankedScope =
  | { grain: 'USER' | 'TEMPLATE' | 'MODEL' | 'API_KEY'; accountId: string }
  | { grain: 'USER_TEMPLATE' | 'USER_MODEL' | 'USER_API_KEY'; accountId: string; subjectId: string };

/** The column of the ranked subject. */
export const subjectColumn = (scope: RankedScope): Prisma.Sql =>
  'subjectId' in scope ? Prisma.sql`"templateId"` : Prisma.sql`"subjectId"`;

/** The daily usage rows of the range, from an index with every column that a ranking reads. */
export const rowsOf = (scope: RankedScope, { from, to }: UsageRange): Prisma.Sql => Prisma.sql`
  "DailyUsage" WHERE "accountId" = ${scope.accountId} AND "grain" = ${scope.grain}
    AND "day" BETWEEN ${from} AND ${to}
    ${'subjectId' in scope ? Prisma.sql`AND "subjectId" = ${scope.subjectId}` : Prisma.empty}`;
