import { decodeFound } from '@/lib/engine/preprocessors/file-encoding';
import { storableJson } from '@/lib/rules/json';
import { readCsv } from './read-csv';
import { readJsonl } from './read-jsonl';
import { readXlsx } from './read-xlsx';
import {
  type BadRow,
  type Sheet,
  type SheetFormat,
  SheetProblem,
  type SheetRow,
  sheetLimits,
  shownValue,
  type TextEncoding,
  unreadable,
} from './sheet';
import { columnsOf, type SheetColumn, withNumbers } from './sheet-columns';

/** How a bulk file is read. */
export interface SheetOptions {
  /** The name of a workbook's sheet. Default: its first. */
  sheet?: string | undefined;
  /** The column whose values must be there, and differ. */
  keyColumn?: string | undefined;
}

/**
 * Reads a bulk file whole. Its content decides what it is.
 * @throws SheetProblem
 */
export function readSheet(bytes: Uint8Array, { sheet, keyColumn }: SheetOptions = {}): Sheet {
  const found = isZip(bytes)
    ? { format: 'XLSX' as const, encoding: null, ...readXlsx(bytes, sheet) }
    : readText(bytes);
  const { format, encoding, columns, rows, badRows } = found;
  if (keyColumn !== undefined && !columns.includes(keyColumn))
    throw unreadable(`There is no column “${keyColumn}”. The file has: ${columns.join(', ').slice(0, 500)}.`);
  const good: SheetRow[] = [];
  const bad: BadRow[] = [...badRows];
  const keys = new Map<string, number>();
  for (const row of rows) {
    const fault = faultOf(row, keyColumn, keys);
    if (fault) bad.push(fault);
    else good.push(row);
  }
  if (good.length + bad.length === 0) throw unreadable('The file has a header, and no rows.');
  return {
    // After the keys: 1.0 and 1 are different texts.
    ...{ format, encoding, columns, rows: format === 'CSV' ? withNumbers(columns, good) : good },
    badRows: bad.sort((one, other) => one.line - other.line),
  };
}

/** @param keys with their lines; grows */
function faultOf(
  { line, values }: SheetRow,
  keyColumn: string | undefined,
  keys: Map<string, number>,
): BadRow | null {
  const json = JSON.stringify(values);
  if (Buffer.byteLength(json) > sheetLimits.rowBytes)
    return { line, column: null, message: 'The row has more than 1 MiB.', value: shownValue(json) };
  if (keyColumn === undefined) return null;
  const value = values[keyColumn];
  if (value === null || value === '')
    return { line, column: keyColumn, message: 'The key is empty.', value: null };
  const key = JSON.stringify(value);
  const earlier = keys.get(key);
  if (earlier !== undefined)
    return {
      ...{ line, column: keyColumn, message: `The key is that of line ${earlier}.` },
      value: shownValue(typeof value === 'string' ? value : key),
    };
  keys.set(key, line);
  return null;
}

function readText(bytes: Uint8Array) {
  const { text, encoding } = decodeFound(bytes);
  if (encoding.name === 'bytes') throw unsupported(bytes);
  if (text.trim() === '') throw unreadable('The file is empty.');
  if (/^\s*\[\s*[{\]]/.test(text))
    throw unreadable(
      'The file is a JSON array. Write its objects as JSONL: one per line, without the brackets.',
    );
  return text.trimStart().startsWith('{')
    ? { format: 'JSONL' as const, encoding: encoding.name, ...readJsonl(text) }
    : { format: 'CSV' as const, encoding: encoding.name, ...readCsv(text) };
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);

/** The container of workbooks before 2007, and of those with a password. */
const isCompound = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

const unsupported = (bytes: Uint8Array) =>
  new SheetProblem(
    'BULK_FILE_UNSUPPORTED',
    isCompound(bytes)
      ? 'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx without one.'
      : 'The file is neither CSV, JSONL, nor an Excel workbook (.xlsx).',
  );

/** A bulk file as it is stored. */
export interface UploadedSheet {
  format: SheetFormat;
  encoding: TextEncoding | null;
  columns: readonly SheetColumn[];
  /** With their values as JSON. */
  rows: readonly { line: number; values: string }[];
  badRows: readonly BadRow[];
}

/** Reads a bulk file to store it. @throws SheetProblem */
export function readUploadedSheet(bytes: Uint8Array, options: SheetOptions): UploadedSheet {
  const sheet = readSheet(bytes, options);
  let characters = 0;
  const rows = sheet.rows.map(({ line, values }) => {
    const json = storableJson(values);
    characters += json.length;
    // A short file with long names of columns has them in each row.
    if (characters > sheetLimits.characters)
      throw unreadable(
        'The rows have more than 32 MiB with the names of their columns. Shorten the names, or split the file.',
      );
    return { line, values: json };
  });
  return {
    format: sheet.format,
    encoding: sheet.encoding,
    columns: columnsOf(sheet),
    rows,
    badRows: sheet.badRows,
  };
}
