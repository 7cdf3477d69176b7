import { resultOf } from '@/lib/engine/run/job-end';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { readRun } from '@/lib/server/bulk/views/bulk-run-view';
import { badInput } from '@/lib/server/errors';
import { grouped } from '@/lib/server/jobs/ledger/load-jobs';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type BulkRow, type BulkRowStatus, type JobStep, Prisma } from '@/prisma/generated/prisma/client';

/** A row of a run for its readers. */
export interface BulkRowView extends Pick<BulkRow, 'position' | 'status' | 'jobId'> {
  /** The run's id and the row's place. */
  id: string;
  line: number;
  values: Record<string, unknown>;
  /** Null unless the row has completed, and its result is kept. */
  result: unknown;
  error: { code: string; message: string; stepId: string | null } | null;
}

/** Which rows, from which place on. */
export interface RowPage {
  limit: number;
  /** The id of a row. */
  after?: string | null | undefined;
  before?: string | null | undefined;
  status?: BulkRowStatus | null | undefined;
  /** Failed with this code. */
  code?: string | null | undefined;
}

/**
 * The rows of a run in the order of its file.
 * @throws AppError NOT_FOUND; BAD_USER_INPUT for a cursor that is no row of the run
 */
export async function listBulkRows(
  ctx: ServerContext,
  viewer: Viewer,
  runId: string,
  { limit, after, before, status, code }: RowPage,
): Promise<BulkRowView[]> {
  authorize(viewer, 'read');
  const run = await readRun(ctx, viewer, runId);
  const conditions = [
    Prisma.sql`"runId" = ${runId}`,
    ...(status ? [Prisma.sql`"status" = ${status}`] : []),
    ...(code ? [Prisma.sql`"errorCode" = ${code}`] : []),
    ...(after ? [Prisma.sql`"BulkRow"."position" > ${placeOf(runId, { after })}`] : []),
    ...(before ? [Prisma.sql`"BulkRow"."position" < ${placeOf(runId, { before })}`] : []),
  ];
  // Backward, the rows just above the cursor.
  const isBackward = !after && before;
  const order = Prisma.raw(isBackward ? 'DESC' : 'ASC');
  const rows = await ctx.db.sql<StoredRow>(Prisma.sql`
    SELECT "BulkRow"."position", "status", "jobId", "errorCode", "errorMessage", "errorStepId", "line", "values"
    FROM "BulkRow" JOIN "BulkFileRow" ON "fileId" = ${run.fileId} AND "BulkFileRow"."position" = "BulkRow"."position"
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY "BulkRow"."position" ${order} LIMIT ${limit}`);
  if (isBackward) rows.reverse();
  const results = await resultsOf(ctx, rows);
  return rows.map((row) => rowView(runId, row, results));
}

type StoredRow = Pick<
  BulkRow,
  'position' | 'status' | 'jobId' | 'errorCode' | 'errorMessage' | 'errorStepId'
> & {
  line: number;
  values: string;
};

function rowView(
  runId: string,
  { position, status, jobId, errorCode, errorMessage, errorStepId, line, values }: StoredRow,
  results: ReadonlyMap<string, unknown>,
): BulkRowView {
  const error = { code: errorCode ?? '', message: errorMessage ?? '', stepId: errorStepId };
  return {
    ...{ id: idOf(runId, position), position, line, status, jobId },
    values: JSON.parse(values),
    result: (jobId && results.get(jobId)) ?? null,
    error: errorCode === null ? null : error,
  };
}

const idOf = (runId: string, position: number): string => `${runId.replace(/^bulk_/, 'row_')}_${position}`;

/** The place that a cursor names. @throws AppError BAD_USER_INPUT */
function placeOf(runId: string, cursor: { after: string } | { before: string }): number {
  const [[name, id] = ['after', '']] = Object.entries(cursor);
  const position = Number(id.slice(id.lastIndexOf('_') + 1));
  if (id !== idOf(runId, position)) throw badInput({ [name]: `${name} names no row of this run.` });
  return position;
}

/** The results of completed rows, by their jobs. */
async function resultsOf(
  { db }: ServerContext,
  rows: readonly StoredRow[],
): Promise<ReadonlyMap<string, unknown>> {
  const jobIds = rows.flatMap(({ status, jobId }) => (status === 'COMPLETED' && jobId ? [jobId] : []));
  if (jobIds.length === 0) return new Map();
  const steps = await db.sql<Pick<JobStep, 'jobId' | 'stepId' | 'output'>>(Prisma.sql`
    SELECT "jobId", "stepId", "output" FROM "JobStep"
    WHERE "jobId" IN ${db.sql.dialect.listed(jobIds)} AND "isFinal" ORDER BY "jobId", "position"`);
  return new Map(
    [...grouped(steps)].map(([jobId, ofJob]) => [
      jobId,
      resultOf(
        ofJob.map(({ stepId, output }) => ({ stepId, output: output === null ? null : JSON.parse(output) })),
      ),
    ]),
  );
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
  return Promise.all(
    groups.map(async ({ code, count }) => {
      const [example] = await listBulkRows(ctx, viewer, runId, { limit: 1, status: 'FAILED', code });
      if (!example) throw new Error(`The rows of the run ${runId} have changed.`);
      return { code, count: Number(count), example };
    }),
  );
}
