import type { StoredOutput } from '@/lib/engine/bulk/output-columns';
import type { BadRow } from '@/lib/engine/bulk/sheet';
import type { RunRow } from '@/lib/engine/bulk/write-rows';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import { inParts } from '@/lib/server/bulk/in-parts';
import type { SqlReader } from '@/lib/server/database/database';
import { type BulkFileRow, type BulkRow, type BulkRowStatus, Prisma } from '@/prisma/generated/prisma/client';

/** Rows that are read at once without their texts. */
const HEADS = 500;
/** Bytes of texts that are read and written at once, unless a single row has more. */
const PAGE_BYTES = 1024 * 1024;
/** Bytes of a row in addition to its texts. */
const ROW_BYTES = 256;

/** Which rows of which run, and which of their texts. */
export interface WantedRows {
  runId: string;
  fileId: string;
  status: BulkRowStatus | null;
  readsValues: boolean;
  readsOutputs: boolean;
  /** Whether the outputs include those of steps before the final ones. */
  withSteps: boolean;
}

/** A row without its texts. */
type RowHead = Pick<
  BulkRow,
  'position' | 'status' | 'jobId' | 'errorCode' | 'errorMessage' | 'errorStepId'
> & {
  line: number;
  costNanos: number | bigint | null;
  /** Of the texts that are wanted. */
  bytes: number;
};

/** The rows of a run in the order of its file, in pages of about the same bytes, without the rows' texts. */
export async function* rowPages(sql: SqlReader, wanted: WantedRows): AsyncGenerator<RowHead[]> {
  let after = -1;
  for (let count = HEADS; count === HEADS; ) {
    const heads = await readHeads(sql, wanted, after);
    count = heads.length;
    after = heads.at(-1)?.position ?? after;
    yield* inParts(heads, ({ bytes }) => bytes, PAGE_BYTES);
  }
}

/** Neither database reads a long text for its length. */
async function readHeads(
  sql: SqlReader,
  { runId, fileId, status, readsValues, readsOutputs, withSteps }: WantedRows,
  after: number,
): Promise<RowHead[]> {
  const ofStatus = status === null ? Prisma.empty : Prisma.sql`AND "BulkRow"."status" = ${status}`;
  const found = await sql<Omit<RowHead, 'bytes'> & Record<'valueBytes' | 'outputBytes', number | bigint>>(
    Prisma.sql`
      SELECT "BulkRow"."position", "line", "BulkRow"."status", "BulkRow"."jobId", "BulkRow"."errorCode",
        "BulkRow"."errorMessage", "BulkRow"."errorStepId", "costNanos", octet_length("values") AS "valueBytes",
        CASE WHEN "BulkRow"."status" IN ${haveOutputs(withSteps)} THEN
          (SELECT coalesce(sum(octet_length("output")), 0) FROM "JobStep"
            WHERE "JobStep"."jobId" = "BulkRow"."jobId" AND ${areWanted(withSteps)})
        ELSE 0 END AS "outputBytes"
      FROM "BulkRow"
      JOIN "BulkFileRow" ON "fileId" = ${fileId} AND "BulkFileRow"."position" = "BulkRow"."position"
      LEFT JOIN "Job" ON "Job"."id" = "BulkRow"."jobId"
      WHERE "runId" = ${runId} AND "BulkRow"."position" > ${after} ${ofStatus}
      ORDER BY "BulkRow"."position" LIMIT ${HEADS}`,
  );
  return found.map(({ valueBytes, outputBytes, ...head }) => ({
    ...head,
    bytes:
      ROW_BYTES +
      (head.errorMessage?.length ?? 0) +
      (readsValues ? Number(valueBytes) : 0) +
      (readsOutputs ? Number(outputBytes) : 0),
  }));
}

/** The rows of a page with their texts. */
export async function readRows(
  sql: SqlReader,
  { fileId, readsValues, readsOutputs, withSteps }: WantedRows,
  page: readonly RowHead[],
): Promise<RunRow[]> {
  const ended = page.flatMap(({ status, jobId }) =>
    (status === 'COMPLETED' || (withSteps && status === 'FAILED')) && jobId ? [jobId] : [],
  );
  const [values, outputs] = await Promise.all([
    readsValues ? valuesOf(sql, fileId, page) : new Map<number, string>(),
    readsOutputs ? outputsOf(sql, ended, withSteps) : new Map<string, StoredOutput[]>(),
  ]);
  return page.map(({ position, line, status, jobId, costNanos, ...row }) => ({
    ...{ line, status, jobId },
    // A row that has failed without a job can't be read (fill-bulk-runs.ts).
    values: status === 'FAILED' && jobId === null ? null : (values.get(position) ?? null),
    // A row that has failed has no result, though one of several final steps may have completed.
    outputs: ((jobId && outputs.get(jobId)) || []).filter(
      ({ isFinal }) => status === 'COMPLETED' || !isFinal,
    ),
    error:
      row.errorCode === null
        ? null
        : { code: row.errorCode, message: row.errorMessage ?? '', stepId: row.errorStepId },
    cost: hasEnded(status) ? dollarsOfNanos(costNanos) : null,
  }));
}

/** The bad rows of a file, in its order. They never run, and have no place in `BulkRow`. */
export async function readBadRows(sql: SqlReader, { fileId }: Pick<WantedRows, 'fileId'>): Promise<BadRow[]> {
  const [file] = await sql<{ badRows: string }>(
    Prisma.sql`SELECT "badRows" FROM "BulkFile" WHERE "id" = ${fileId}`,
  );
  return JSON.parse(file?.badRows ?? '[]');
}

/**
 * A page of rows with the bad rows before its last line. An empty page gets all that are left.
 * @param bad rows without those of earlier pages; shrinks
 */
export function withBadRows(page: readonly RunRow[], bad: BadRow[]): RunRow[] {
  const last = page.at(-1)?.line ?? Number.POSITIVE_INFINITY;
  const later = bad.findIndex(({ line }) => line > last);
  const placed = bad.splice(0, later < 0 ? bad.length : later).map(notRun);
  return placed.length === 0 ? [...page] : [...page, ...placed].sort((one, other) => one.line - other.line);
}

/** A bad row as sheets have it. */
const notRun = ({ line, column, message, value }: BadRow): RunRow => ({
  ...{ line, status: 'NOT_RUN', values: null, outputs: [], jobId: null, cost: null },
  error: {
    code: 'BAD_ROW',
    message: `Line ${line}${column === null ? '' : `, column “${column}”`}: ${message}${value ? ` Value: ${value}` : ''}`,
    stepId: null,
  },
});

const hasEnded = (status: BulkRowStatus): boolean =>
  status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELED';

async function valuesOf(
  sql: SqlReader,
  fileId: string,
  page: readonly RowHead[],
): Promise<ReadonlyMap<number, string>> {
  const positions = page.map(({ position }) => position);
  const found = await sql<Pick<BulkFileRow, 'position' | 'values'>>(Prisma.sql`
    SELECT "position", "values" FROM "BulkFileRow"
    WHERE "fileId" = ${fileId} AND "position" IN (${Prisma.join(positions)})`);
  return new Map(found.map(({ position, values }) => [position, values]));
}

/** The statuses of rows with outputs. */
const haveOutputs = (withSteps: boolean): Prisma.Sql =>
  withSteps ? Prisma.sql`('COMPLETED', 'FAILED')` : Prisma.sql`('COMPLETED')`;

/** Steps whose outputs are wanted. */
const areWanted = (withSteps: boolean): Prisma.Sql =>
  withSteps ? Prisma.sql`("isFinal" OR "output" IS NOT NULL)` : Prisma.sql`"isFinal"`;

/** The outputs of jobs' final steps, or of all of them, by job. */
async function outputsOf(
  sql: SqlReader,
  jobIds: readonly string[],
  withSteps: boolean,
): Promise<ReadonlyMap<string, StoredOutput[]>> {
  if (jobIds.length === 0) return new Map();
  type Found = Omit<StoredOutput, 'isFinal'> & { jobId: string; isFinal: number | boolean };
  const found = await sql<Found>(Prisma.sql`
    SELECT "jobId", "stepId", "output", "isFinal" FROM "JobStep"
    WHERE "jobId" IN ${sql.dialect.listed(jobIds)} AND ${areWanted(withSteps)} ORDER BY "jobId", "position"`);
  const byJob = new Map<string, StoredOutput[]>();
  for (const { jobId, isFinal, ...step } of found)
    byJob.set(jobId, [...(byJob.get(jobId) ?? []), { ...step, isFinal: Boolean(isFinal) }]);
  return byJob;
}
