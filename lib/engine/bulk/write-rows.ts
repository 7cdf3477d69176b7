import { fileTooLarge, longestFile } from '@/lib/engine/postprocessors/define-postprocessor';
import { type Cell, cellOf } from '@/lib/engine/postprocessors/read-table';
import { csvLine } from '@/lib/engine/postprocessors/write-to-csv';
import { resultOf } from '@/lib/engine/run/job-end';
import { isRecord } from '@/lib/rules/json';
import type { OutputColumn, StoredOutput } from './output-columns';
import { type SheetFormat, SheetProblem } from './sheet';

/** A row of a run, its values and outputs as their stored JSON. */
export interface RunRow {
  line: number;
  status: string;
  /** Null if no column needs them. */
  values: string | null;
  /** Of the final steps, none without a result; and if they are wanted, of the steps before them. */
  outputs: readonly StoredOutput[];
  error: { code: string; message: string; stepId: string | null } | null;
  jobId: string | null;
  /** US dollars; null if it isn't known. */
  cost: number | null;
}

/** Rows that are to be written. */
export interface RowsToWrite {
  format: SheetFormat;
  /** Null for the whole rows, which only JSONL can hold. */
  columns: readonly OutputColumn[] | null;
  /** Whether whole rows have the outputs of the steps before the final ones. */
  withSteps: boolean;
  rows: readonly RunRow[];
  /** Whether a sheet begins with them: CSV has its header then. A workbook is always written whole. */
  areFirst: boolean;
}

/**
 * Writes rows of a run as a part of its sheet, or a workbook as a whole.
 * @throws PostprocessorProblem if they don't fit into a workbook
 */
export async function writeRows(work: RowsToWrite): Promise<Uint8Array> {
  const { format, columns, withSteps, rows, areFirst } = work;
  if (columns === null) return Buffer.from(rows.map((row) => `${wholeRow(row, withSteps)}\n`).join(''));
  if (format === 'XLSX') return writeWhole(columns, rows);
  const lines = rows.map((row) => {
    const values = valuesOf(row, columns);
    return format === 'CSV' ? csvLine(values.map(cellOf)) : `${objectOf(columns, values)}\n`;
  });
  const header = format === 'CSV' && areFirst ? csvLine(columns.map(({ name }) => name)) : '';
  return Buffer.from(header + lines.join(''));
}

/** Nothing of it is parsed: stored JSON is written as it is. */
function wholeRow(row: RunRow, withSteps: boolean): string {
  const { line, status, values, outputs, error, jobId, cost } = row;
  const [output, ...others] = outputs.filter(({ isFinal }) => isFinal);
  const result = output && others.length > 0 ? byStep([output, ...others]) : (output?.output ?? 'null');
  const steps = withSteps ? `"steps":${byStep(outputs.filter(({ isFinal }) => !isFinal))},` : '';
  return (
    `{"line":${line},"status":${JSON.stringify(status)},"variables":${values ?? 'null'},${steps}"result":${result},` +
    `"error":${JSON.stringify(error)},"jobId":${JSON.stringify(jobId)},"cost":${JSON.stringify(cost)}}`
  );
}

const byStep = (outputs: readonly StoredOutput[]): string =>
  `{${outputs.map(({ stepId, output }) => `${JSON.stringify(stepId)}:${output ?? 'null'}`).join()}}`;

/** @param why it doesn't, a sentence in lower case */
export const tooLargeForWorkbook = (why: string) =>
  new SheetProblem('FILE_TOO_LARGE', `These rows don't fit into a workbook: ${why} Take CSV or JSONL.`);

const objectOf = (columns: readonly OutputColumn[], values: readonly unknown[]): string =>
  JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, values[index] ?? null])));

async function writeWhole(columns: readonly OutputColumn[], rows: readonly RunRow[]): Promise<Uint8Array> {
  const { writeWorkbook } = await import('@/lib/engine/postprocessors/xlsx/write-workbook');
  const table = {
    columns: columns.map(({ name }) => name),
    rowCount: rows.length,
    *rows() {
      for (const row of rows)
        yield valuesOf(row, columns).map((value, index): [number, Cell] => [index, cellOf(value)]);
    },
  };
  const bytes = writeWorkbook('Sheet1', table, true);
  if (bytes.length > longestFile) throw fileTooLarge();
  return bytes;
}

/** The values of a row's columns; undefined where it has none. */
function valuesOf(row: RunRow, columns: readonly OutputColumn[]): unknown[] {
  const values = row.values === null ? {} : JSON.parse(row.values);
  const outputs = row.outputs.map(({ output, ...step }) => ({
    ...step,
    output: JSON.parse(output ?? 'null'),
  }));
  const facts = {
    line: row.line,
    status: row.status,
    error_code: row.error?.code,
    error_message: row.error?.message,
    job_id: row.jobId,
    cost: row.cost,
  };
  return columns.map(({ from }) => {
    if (from.of === 'file') return ownOf(values, from.column);
    if (from.of === 'row') return facts[from.fact];
    if (from.of === 'result') return resultOf(outputs.filter(({ isFinal }) => isFinal));
    if (from.of === 'steps') return stepsOf(outputs.filter(({ isFinal }) => !isFinal));
    const output = outputs.find(({ stepId, isFinal }) =>
      from.stepId === null ? isFinal : stepId === from.stepId,
    )?.output;
    const hasFields = isRecord(output) && Object.keys(output).length > 0;
    if (from.field === null) return hasFields ? undefined : output;
    return hasFields ? ownOf(output, from.field) : undefined;
  });
}

const stepsOf = (outputs: readonly { stepId: string; output: unknown }[]): unknown =>
  outputs.length === 0 ? null : Object.fromEntries(outputs.map(({ stepId, output }) => [stepId, output]));

const ownOf = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;
