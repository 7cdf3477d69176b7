import { FieldList, type OutputColumn, outputColumns } from '@/lib/engine/bulk/output-columns';
import { type BadRow, SheetProblem } from '@/lib/engine/bulk/sheet';
import type { SheetColumn } from '@/lib/engine/bulk/sheet-columns';
import { type RunRow, tooLargeForWorkbook } from '@/lib/engine/bulk/write-rows';
import { safeFileName } from '@/lib/engine/postprocessors/file-name';
import { isSheetId, type SheetChoice, sheetLink } from '@/lib/server/bulk/sheet-link';
import { readBadRows, readRows, rowPages, type WantedRows, withBadRows } from '@/lib/server/bulk/sheet-rows';
import { withSheetSlot } from '@/lib/server/bulk/sheet-slots';
import type { SqlReader } from '@/lib/server/database/database';
import { AppError, badInput, notFound } from '@/lib/server/errors';
import type { Download, FileAccess } from '@/lib/server/files/find-download';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { turns } from '@/lib/server/runtime/fair-turns';
import { sheetChoice } from '@/lib/validation/bulk';
import { type BulkFile, type BulkRun, Prisma } from '@/prisma/generated/prisma/client';

/** Bytes of the texts of a workbook's rows: more of them don't fit into its 10 MiB, and are in memory at once. */
const WORKBOOK_BYTES = 32 * 1024 * 1024;

const types = {
  CSV: 'text/csv; charset=utf-8',
  JSONL: 'application/jsonl; charset=utf-8',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

interface SheetOptions extends SheetChoice {
  /** Aborted once the caller has left. */
  signal?: AbortSignal | undefined;
}

/** A run whose sheet is made. */
type SheetRun = Pick<BulkRun, 'id' | 'accountId' | 'fileId' | 'name' | 'totalRows'> &
  Pick<BulkFile, 'format' | 'columns'>;

/**
 * The sheet of a bulk run as it is now: the columns of its file, then the results of its rows, in the file's order.
 * Unless a status is asked for, it has the file's bad rows, too, with the status NOT_RUN. CSV and JSONL are read and
 * written page by page, as they are asked for. A workbook is written whole before.
 * @throws AppError NOT_FOUND; FILE_DELETED if the rows are no longer kept; BAD_USER_INPUT for unknown columns;
 *   FILE_TOO_LARGE for rows that don't fit into a workbook
 */
export async function findSheet(
  ctx: WorkflowContext,
  id: string,
  access: FileAccess,
  options: SheetOptions,
): Promise<Download> {
  const run = await findRun(ctx, id, access);
  // A signed link is proof that there was one.
  if (run === null) throw access.accountId === undefined ? deleted() : notFound('Bulk job');
  if (run === 'emptied' || !(await isWhole(ctx, run))) throw deleted();
  const format = options.format ?? run.format;
  const columns = await chosenColumns(ctx, run, format, options);
  const sheet = {
    name: safeFileName(`${run.name}.${format.toLowerCase()}`, `rows.${format.toLowerCase()}`),
    type: types[format],
    ...{ size: null, tag: null },
  };
  if (format !== 'XLSX') return { ...sheet, read: () => readLines(ctx, run, { format, columns }, options) };
  const bytes = await workbookOf(ctx, run, columns ?? [], options);
  return {
    ...sheet,
    async *read() {
      yield bytes;
    },
  };
}

/**
 * A signed link to a run's sheet, in the format of its file unless another is chosen; null once its rows are no longer kept.
 * @throws AppError BAD_USER_INPUT
 */
export async function linkToSheet(
  ctx: WorkflowContext,
  runId: string,
  { expires_in, signal, ...given }: SheetOptions & { expires_in?: number | null | undefined },
): Promise<string | null> {
  const choice = parseInput(sheetChoice, given);
  // A batch has files of results instead.
  const run = isSheetId(runId) ? await findRun(ctx, runId, {}) : null;
  if (run === null || run === 'emptied') return null;
  const format = choice.format ?? run.format;
  if (choice.columns) await chosenColumns(ctx, run, format, { ...choice, signal });
  return sheetLink(ctx, runId, { ...choice, format }, expires_in);
}

/** The names of a sheet's columns as they are now; null once its rows are no longer kept. */
export async function sheetColumnNames(
  ctx: WorkflowContext,
  runId: string,
  options: Pick<SheetOptions, 'status' | 'withSteps' | 'signal'>,
): Promise<string[] | null> {
  const run = isSheetId(runId) ? await findRun(ctx, runId, {}) : null;
  if (run === null || run === 'emptied') return null;
  const columns = await chosenColumns(ctx, run, 'CSV', options);
  return columns?.map(({ name }) => name) ?? null;
}

async function findRun(
  { db }: WorkflowContext,
  id: string,
  { accountId, userId }: FileAccess,
): Promise<SheetRun | 'emptied' | null> {
  const [run] = await db.sql<SheetRun & { isKept: number | bigint }>(Prisma.sql`
    SELECT "BulkRun"."id", "BulkRun"."accountId", "fileId", "BulkRun"."name", "totalRows", "format", "columns",
      CASE WHEN octet_length("workflow") IS NULL THEN 0 ELSE 1 END AS "isKept"
    FROM "BulkRun" JOIN "BulkFile" ON "BulkFile"."id" = "fileId"
    WHERE "BulkRun"."id" = ${id} AND "BulkRun"."accountId" = ${accountId ?? Prisma.sql`"BulkRun"."accountId"`}
      AND "BulkRun"."userId" = ${userId ?? Prisma.sql`"BulkRun"."userId"`}`);
  if (!run) return null;
  const { isKept, ...found } = run;
  return Number(isKept) === 1 ? found : 'emptied';
}

/** Whether none of the rows has been deleted: retention deletes them in several transactions. */
async function isWhole({ db }: WorkflowContext, { id, totalRows }: SheetRun): Promise<boolean> {
  const [rows] = await db.sql<{ count: number | bigint }>(
    Prisma.sql`SELECT count(*) AS "count" FROM "BulkRow" WHERE "runId" = ${id}`,
  );
  return Number(rows?.count ?? 0) === totalRows;
}

const deleted = () =>
  new AppError('FILE_DELETED', "The rows of this bulk job are no longer kept: its plan's days are over.");

/**
 * The chosen columns, in their order; all if none are chosen; null for JSONL with whole rows.
 * @throws AppError BAD_USER_INPUT for an unknown one
 */
async function chosenColumns(
  ctx: WorkflowContext,
  run: SheetRun,
  format: BulkFile['format'],
  { columns: chosen, ...options }: SheetOptions,
): Promise<readonly OutputColumn[] | null> {
  if (format === 'JSONL' && !chosen) return null;
  const fileColumns = (JSON.parse(run.columns) as SheetColumn[]).map(({ name }) => name);
  const all = outputColumns(fileColumns, await fieldsOf(ctx, run, options), options.withSteps ?? false);
  if (!chosen) return all;
  const byName = new Map(all.map((column) => [column.name, column]));
  return chosen.map((name) => {
    const column = byName.get(name);
    if (column) return column;
    const names = [...byName.keys()].join(', ');
    const listed = names.length > MOST_LISTED ? `${names.slice(0, MOST_LISTED)}…` : names;
    throw badInput({ columns: `There is no column “${name.slice(0, 200)}”. There are: ${listed}.` });
  });
}

/** Characters of the names that a message lists. */
const MOST_LISTED = 2_000;

/** The fields of the results so far. */
async function fieldsOf(ctx: WorkflowContext, run: SheetRun, options: SheetOptions): Promise<FieldList> {
  const { accountId } = run;
  const { signal } = options;
  const { sql } = ctx.db;
  const wanted = wantedRows(run, options, { readsValues: false, readsOutputs: true });
  const found = new FieldList();
  for await (const page of rowPages(sql, wanted)) {
    const fields = await withSheetSlot(accountId, async () => {
      await turns.begin(accountId, signal);
      const rows = await readRows(sql, wanted, page);
      return workflowsOf(ctx).engine.textWorker.findFields(
        rows.map(({ outputs }) => outputs),
        callerOf(run, signal),
      );
    });
    for (const field of fields) found.add(field);
    if (found.isFull) break;
  }
  return found;
}

const wantedRows = (
  { id, fileId }: SheetRun,
  { status, withSteps }: SheetOptions,
  reads: Pick<WantedRows, 'readsValues' | 'readsOutputs'>,
): WantedRows => ({
  ...{ runId: id, fileId, status: status ?? null, withSteps: withSteps ?? false },
  ...reads,
});

/** The texts that columns need. */
const readsOf = (columns: readonly OutputColumn[] | null) => ({
  readsValues: columns?.some(({ from }) => from.of === 'file') ?? true,
  readsOutputs: columns?.some(({ from }) => from.of !== 'file' && from.of !== 'row') ?? true,
});

/** The bad rows that a sheet of these rows has. */
const badRowsOf = async (sql: SqlReader, wanted: WantedRows): Promise<BadRow[]> =>
  wanted.status === null ? readBadRows(sql, wanted) : [];

const callerOf = ({ accountId }: SheetRun, signal = new AbortController().signal) => ({ accountId, signal });

/** @throws Error if rows are deleted while they are read, so that the client notices */
async function* readLines(
  ctx: WorkflowContext,
  run: SheetRun,
  { format, columns }: { format: 'CSV' | 'JSONL'; columns: readonly OutputColumn[] | null },
  options: SheetOptions,
): AsyncGenerator<Uint8Array> {
  const { accountId } = run;
  const { signal } = options;
  const { sql } = ctx.db;
  const wanted = wantedRows(run, options, readsOf(columns));
  const { withSteps } = wanted;
  const write = (rows: readonly RunRow[], areFirst: boolean) =>
    workflowsOf(ctx).engine.textWorker.writeRows(
      { format, columns, withSteps, rows, areFirst },
      callerOf(run, signal),
    );
  const header = await write([], true);
  if (header.length > 0) yield header;
  const bad = await badRowsOf(sql, wanted);
  for await (const page of rowPages(sql, wanted))
    yield await withSheetSlot(accountId, async () => {
      await turns.begin(accountId, signal);
      return write(withBadRows(await readRows(sql, wanted, page), bad), false);
    });
  if (bad.length > 0) yield await withSheetSlot(accountId, () => write(withBadRows([], bad), false));
  if (!(await isWhole(ctx, run))) throw new Error('The rows were deleted while they were read.');
}

/** @throws AppError FILE_TOO_LARGE */
async function workbookOf(
  ctx: WorkflowContext,
  run: SheetRun,
  columns: readonly OutputColumn[],
  options: SheetOptions,
): Promise<Uint8Array> {
  const { accountId } = run;
  const { signal } = options;
  const { sql } = ctx.db;
  const wanted = wantedRows(run, options, readsOf(columns));
  try {
    return await withSheetSlot(accountId, async () => {
      const pages = await Array.fromAsync(rowPages(sql, wanted));
      const bytes = pages.flat().reduce((sum, head) => sum + head.bytes, 0);
      if (bytes > WORKBOOK_BYTES) throw tooLargeForWorkbook('they have more than 32 MiB.');
      const bad = await badRowsOf(sql, wanted);
      const rows: RunRow[] = [];
      for (const page of pages) {
        await turns.begin(accountId, signal);
        rows.push(...withBadRows(await readRows(sql, wanted, page), bad));
      }
      rows.push(...withBadRows([], bad));
      const { withSteps } = wanted;
      const work = { format: 'XLSX' as const, columns, withSteps, rows, areFirst: true };
      return workflowsOf(ctx).engine.textWorker.writeRows(work, callerOf(run, signal));
    });
  } catch (error) {
    if (error instanceof SheetProblem) throw new AppError(error.code, error.message);
    throw error;
  }
}
