import { limits } from '@/lib/config/limits';
import { isRecord } from '@/lib/rules/json';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { readRun } from '@/lib/server/bulk/get-bulk-run';
import type { BulkRunView } from '@/lib/server/bulk/views/bulk-run-view';
import type { SqlReader } from '@/lib/server/database/database';
import { jsonValue } from '@/lib/server/jobs/ledger/step-columns';
import { otherCursor } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { JobContents } from '@/lib/server/workflows/views/job-contents';
import { LazyValues } from '@/lib/server/workflows/views/lazy-values';
import { type Page, page as pageOf } from '@/lib/validation/lists';
import { type BulkFileRow, type BulkRow, type BulkRowStatus, Prisma } from '@/prisma/generated/prisma/client';

/** A row of a run for its readers. */
export interface BulkRowView extends Pick<BulkRow, 'position' | 'status' | 'jobId'> {
  /** From the run's id and the row's position. */
  id: string;
  line: number;
  /**
   * Null if they can't be read.
   * @throws AppError RESPONSE_TOO_LARGE if the response has no space for them
   */
  values(budget: ContentBudget): Promise<Record<string, unknown> | null>;
  /**
   * Null unless the row has completed, and its result is kept.
   * @throws AppError RESPONSE_TOO_LARGE if the response has no space for it
   */
  result(budget: ContentBudget): Promise<unknown>;
  error: { code: string; message: string; stepId: string | null } | null;
}

/** Which rows. Cursors are the ids of rows. */
export interface RowPage extends Page {
  status?: BulkRowStatus | null | undefined;
  /** Failed with this code. */
  code?: string | null | undefined;
  /** Only rows with a job: the tried ones, while others are on hold. */
  started?: boolean | null | undefined;
}

/**
 * The rows of a run in the order of its file.
 * @throws AppError NOT_FOUND; BAD_USER_INPUT for a cursor that is no row of the run
 */
export async function listBulkRows(
  ctx: ServerContext,
  viewer: Viewer,
  runId: string,
  { status, code, started, ...page }: RowPage,
): Promise<BulkRowView[]> {
  authorize(viewer, 'read');
  const { limit, after, before } = parseInput(pageOf, page);
  const run = await readRun(ctx, viewer, runId);
  const conditions = [
    Prisma.sql`"runId" = ${runId}`,
    ...(status ? [Prisma.sql`"status" = ${status}`] : []),
    ...(started ? [Prisma.sql`"jobId" IS NOT NULL`] : []),
    ...(code ? [Prisma.sql`"errorCode" = ${code}`] : []),
    ...(after ? [Prisma.sql`"BulkRow"."position" > ${await cursorOf(ctx, run, { after })}`] : []),
    ...(before ? [Prisma.sql`"BulkRow"."position" < ${await cursorOf(ctx, run, { before })}`] : []),
  ];
  // Backward, the rows just above the cursor.
  const isBackward = !after && before;
  const order = Prisma.raw(isBackward ? 'DESC' : 'ASC');
  const { sql } = ctx.db;
  const rows = await sql<StoredRow>(Prisma.sql`
    SELECT "BulkRow"."position", "status", "jobId", "errorCode", "errorMessage", "errorStepId", "line",
      octet_length("values") AS "bytes"
    FROM "BulkRow" JOIN "BulkFileRow" ON "fileId" = ${run.fileId} AND "BulkFileRow"."position" = "BulkRow"."position"
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY "BulkRow"."position" ${order} LIMIT ${limit ?? limits.list.max}`);
  if (isBackward) rows.reverse();
  const values = new LazyValues((positions) => readValues(sql, run.fileId, positions));
  const completed = rows.flatMap(({ status, jobId }) => (status === 'COMPLETED' && jobId ? [jobId] : []));
  const contents = new JobContents(sql, completed, new Map());
  return rows.map(({ position, status, jobId, line, bytes, ...row }) => ({
    ...{ id: idOf(runId, position), position, line, status, jobId },
    values: (budget) => values.get(String(position), Number(bytes), budget),
    result: async (budget) => (status === 'COMPLETED' && jobId ? contents.result(jobId, budget) : null),
    error:
      row.errorCode === null
        ? null
        : { code: row.errorCode, message: row.errorMessage ?? '', stepId: row.errorStepId },
  }));
}

type StoredRow = Pick<
  BulkRow,
  'position' | 'status' | 'jobId' | 'errorCode' | 'errorMessage' | 'errorStepId'
> & { line: number; bytes: number | bigint };

/** The values of a file's rows, by their positions, without unreadable ones. */
async function readValues(
  sql: SqlReader,
  fileId: string,
  positions: readonly string[],
): Promise<ReadonlyMap<string, Record<string, unknown>>> {
  const found = await sql<Pick<BulkFileRow, 'position' | 'values'>>(Prisma.sql`
    SELECT "position", "values" FROM "BulkFileRow"
    WHERE "fileId" = ${fileId} AND "position" IN (${Prisma.join(positions.map(Number))})`);
  return new Map(
    found.flatMap(({ position, values }) => {
      const read = jsonValue(values);
      return isRecord(read) ? [[String(position), read] as const] : [];
    }),
  );
}

const idOf = (runId: string, position: number): string => `${runId.replace(/^bulk_/, 'row_')}_${position}`;

/** The position that the id of a row of a run names, whether or not there is such a row; null for another id. */
export function positionIn(runId: string, id: string): number | null {
  const position = Number(id.slice(id.lastIndexOf('_') + 1));
  return Number.isSafeInteger(position) && position >= 0 && id === idOf(runId, position) ? position : null;
}

/** The position of a page's cursor. @throws AppError BAD_USER_INPUT if the run has no such row */
async function cursorOf(
  { db }: Pick<ServerContext, 'db'>,
  { id: runId, totalRows }: Pick<BulkRunView, 'id' | 'totalRows'>,
  cursor: { after: string } | { before: string },
): Promise<number> {
  const [[name, id] = ['after', '']] = Object.entries(cursor);
  const position = positionIn(runId, id);
  // Integers of the databases are smaller than JavaScript's.
  const isThere =
    position !== null &&
    position < totalRows &&
    (await db.prisma.bulkRow.count({ where: { runId, position } })) > 0;
  if (!isThere) throw otherCursor(name);
  return position;
}

/** How many rows failed with a code, and one of them. */
export interface FailureGroup {
  code: string;
  count: number;
  example: BulkRowView;
}

/** The failed rows of a run by their code, the most frequent first. @throws AppError NOT_FOUND */
export async function groupBulkFailures(
  ctx: ServerContext,
  viewer: Viewer,
  runId: string,
): Promise<FailureGroup[]> {
  authorize(viewer, 'read');
  await readRun(ctx, viewer, runId);
  const groups = await ctx.db.sql<{ code: string; count: number | bigint }>(Prisma.sql`
    SELECT "errorCode" AS "code", count(*) AS "count" FROM "BulkRow"
    WHERE "runId" = ${runId} AND "status" = 'FAILED' GROUP BY "errorCode" ORDER BY count(*) DESC, "errorCode"`);
  const found = await Promise.all(
    groups.map(async ({ code, count }): Promise<FailureGroup[]> => {
      const [example] = await listBulkRows(ctx, viewer, runId, { limit: 1, status: 'FAILED', code });
      // If there is none, its rows have been started again since.
      return example ? [{ code, count: Number(count), example }] : [];
    }),
  );
  return found.flat();
}
