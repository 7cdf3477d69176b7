import { storableJson } from '@/lib/rules/json';
import { readSheet, type SheetOptions } from './read-sheet';
import type { BadRow, SheetFormat } from './sheet';
import { columnsOf, type SheetColumn } from './sheet-columns';

/** A bulk file as it is stored. */
export interface UploadedSheet {
  format: SheetFormat;
  columns: readonly SheetColumn[];
  /** With their values as JSON. */
  rows: readonly { line: number; values: string }[];
  badRows: readonly BadRow[];
}

/** Reads a bulk file to store it. @throws SheetProblem */
export function readUploadedSheet(bytes: Uint8Array, options: SheetOptions): UploadedSheet {
  const sheet = readSheet(bytes, options);
  return {
    format: sheet.format,
    columns: columnsOf(sheet),
    rows: sheet.rows.map(({ line, values }) => ({ line, values: storableJson(values) })),
    badRows: sheet.badRows,
  };
}
