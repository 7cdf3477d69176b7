import { storableJson } from '@/lib/rules/json';
import { readSheet, type SheetOptions } from './read-sheet';
import { type BadRow, type SheetFormat, sheetLimits, unreadable } from './sheet';
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
    columns: columnsOf(sheet),
    rows,
    badRows: sheet.badRows,
  };
}
