import type { FileEncoding } from '@/lib/engine/preprocessors/file-encoding';

/** The formats of a bulk file. */
export type SheetFormat = 'CSV' | 'JSONL' | 'XLSX';

/** The encodings of a text; windows-1252 is a guess, for a text without a mark that isn't UTF-8. */
export type TextEncoding = Exclude<FileEncoding['name'], 'bytes'>;

/** A row of a bulk file. */
export interface SheetRow {
  /** In the file, from 1; of a row with several lines, the first. */
  line: number;
  /** By column. Texts and numbers in CSV; also booleans in XLSX; any JSON in JSONL. An empty cell is null, in CSV an empty text. */
  values: Record<string, unknown>;
}

/** A row that can't run. */
export interface BadRow {
  line: number;
  /** The column that is at fault; null if it's the row. */
  column: string | null;
  message: string;
  /** The beginning of what is at fault, or of the row; null if there is nothing to show, and for earlier files. */
  value: string | null;
}

/** Characters of a bad row's value that are kept. */
const MOST_SHOWN = 100;

/** A bad row's value as it is kept; null for an empty one. */
export const shownValue = (text: string): string | null =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).toWellFormed()}…` : text || null;

/** A bulk file as it was read, its rows in their order. */
export interface Sheet {
  format: SheetFormat;
  /** By which its text was read; null for a workbook. */
  encoding: TextEncoding | null;
  columns: readonly string[];
  rows: readonly SheetRow[];
  badRows: readonly BadRow[];
}

export const sheetLimits = {
  rows: 10_000,
  columns: 1_000,
  /** Characters of a column's name. */
  columnName: 200,
  /** Bytes of a row's values as JSON: as many as a workflow's input and variables may have. */
  rowBytes: 1024 * 1024,
  /** Characters of all rows as JSON: the server's thread gets them from the process that reads the file. */
  characters: 32 * 1024 * 1024,
} as const;

export type SheetCode =
  | 'BULK_FILE_UNSUPPORTED'
  | 'BULK_FILE_UNREADABLE'
  | 'BULK_TOO_MANY_ROWS'
  | 'FILE_TOO_LARGE';

/** Why a file can't be read, or written, as a whole. Its message is for the caller. */
export class SheetProblem extends Error {
  override readonly name = 'SheetProblem';

  constructor(
    readonly code: SheetCode,
    message: string,
  ) {
    super(message);
  }
}

export const unreadable = (message: string) => new SheetProblem('BULK_FILE_UNREADABLE', message);

export const damaged = () => unreadable('The workbook is damaged. Save it again in a spreadsheet program.');

/** @throws SheetProblem if a file has more rows than a bulk run */
export function assertRowCount(rows: number): void {
  if (rows <= sheetLimits.rows) return;
  const most = sheetLimits.rows.toLocaleString('en-US');
  throw new SheetProblem('BULK_TOO_MANY_ROWS', `A bulk file has at most ${most} rows. Split it.`);
}

/**
 * The names of a header's cells: trimmed, none empty, all different. Empty cells at its end don't count.
 * @param names as they are in the file
 * @param line of the header
 * @throws SheetProblem
 */
export function readHeader(names: readonly string[], line: number): string[] {
  const columns = names.map((name) => name.trim());
  while (columns.at(-1) === '') columns.pop();
  if (columns.length === 0) throw unreadable('The file has no header with the names of its columns.');
  if (columns.length > sheetLimits.columns)
    throw unreadable(`A bulk file has at most ${sheetLimits.columns.toLocaleString('en-US')} columns.`);
  const seen = new Map<string, number>();
  for (const [index, name] of columns.entries()) {
    const place = `Column ${index + 1} of the header (line ${line})`;
    if (name === '') throw unreadable(`${place} has no name.`);
    if (name.length > sheetLimits.columnName)
      throw unreadable(`${place} has a name of more than ${sheetLimits.columnName} characters.`);
    const earlier = seen.get(name);
    if (earlier !== undefined)
      throw unreadable(`${place} has the name of column ${earlier + 1}, “${name}”. Give each its own.`);
    seen.set(name, index);
  }
  return columns;
}
