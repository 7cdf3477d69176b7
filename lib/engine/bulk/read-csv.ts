import { CsvError, parse } from 'csv-parse/sync';
import {
  assertRowCount,
  type BadRow,
  readHeader,
  type SheetRow,
  sheetLimits,
  shownValue,
  unreadable,
} from './sheet';

const delimiters = [',', ';', '\t', '|'] as const;
/** Characters from which the delimiter is found. */
const SAMPLE = 64 * 1024;
/** Records of the sample that are compared. */
const SAMPLE_RECORDS = 50;

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

/**
 * Reads CSV as RFC 4180 has it, with any of four delimiters and line ends. A quote inside an unquoted cell is a
 * character like any other. Empty lines don't count.
 * @throws SheetProblem
 */
export function readCsv(text: string): { columns: string[]; rows: SheetRow[]; badRows: BadRow[] } {
  const delimiter = findDelimiter(text);
  const [header, ...records] = withLines(parseRecords(text, delimiter, sheetLimits.rows + 2));
  if (!header) throw unreadable('The file is empty.');
  const columns = readHeader(header.cells, header.line);
  assertRowCount(records.length);
  const rows: SheetRow[] = [];
  const badRows: BadRow[] = [];
  for (const { line, ...record } of records) {
    const cells = withoutEmptyEnd(record.cells, columns.length);
    if (cells.length === columns.length)
      rows.push({ line, values: Object.fromEntries(columns.map((name, index) => [name, cells[index]])) });
    else
      badRows.push({
        ...{ line, column: null, message: countProblem(cells.length, columns.length) },
        value: shownValue(cells.join(delimiter)),
      });
  }
  return { columns, rows, badRows };
}

/** The first line of each record. The parser counts up to its last one, and a CRLF inside a cell as two lines. */
function withLines(records: readonly ParsedRecord[]): { line: number; cells: string[] }[] {
  let pairs = 0;
  return records.map(({ record, info }) => {
    const line = info.lines - pairs - countIn(record, /[\r\n]/g);
    pairs += countIn(record, /\r\n/g);
    return { line, cells: record };
  });
}

const countIn = (cells: readonly string[], pattern: RegExp): number =>
  cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0);

/** Why a row's number of cells doesn't fit. */
export const countProblem = (values: number, columns: number): string =>
  `${values} ${values === 1 ? 'value' : 'values'}, but ${columns} ${columns === 1 ? 'column' : 'columns'}.`;

/** Spreadsheets write delimiters for empty columns at the right of a table. */
function withoutEmptyEnd(cells: readonly string[], columns: number): readonly string[] {
  let end = cells.length;
  while (end > columns && cells[end - 1] === '') end -= 1;
  return cells.slice(0, end);
}

/** @param most records that are read @throws SheetProblem */
function parseRecords(text: string, delimiter: string, most: number): ParsedRecord[] {
  try {
    return parsed(text, delimiter, most);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code !== 'CSV_QUOTE_NOT_CLOSED') throw unreadable(`The file isn't CSV: ${error.message}`);
    const row = `Row ${wholeBefore(error) + 1}, with the header as row 1 and without empty lines,`;
    throw unreadable(
      `${row} opens a cell with a quotation mark, and none closes it before the end of the file.`,
    );
  }
}

/** @throws CsvError */
const parsed = (text: string, delimiter: string, most: number) =>
  parse(text, {
    ...{ delimiter, info: true, to: most },
    ...{ relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
  }) as unknown as ParsedRecord[];

/** How many records end before the record that has no end. */
const wholeBefore = (error: CsvError): number => Number(error.records);

/** The delimiter by which the first records have the same number of cells, and the most of them; a comma if none does. */
export function findDelimiter(text: string): string {
  const isWhole = text.length <= SAMPLE;
  const sample = text.slice(0, SAMPLE);
  let best = { delimiter: ',' as string, alike: 0, cells: 1 };
  for (const delimiter of delimiters) {
    const records = sampleRecords(
      isWhole ? sample : sample.slice(0, sample.lastIndexOf('\n') + 1),
      delimiter,
    );
    const cells = records[0]?.record.length ?? 1;
    if (cells < 2) continue;
    const alike = records.filter(({ record }) => record.length === cells).length / records.length;
    if (alike > best.alike || (alike === best.alike && cells > best.cells))
      best = { delimiter, alike, cells };
  }
  return best.delimiter;
}

function sampleRecords(sample: string, delimiter: string): ParsedRecord[] {
  try {
    return parsed(sample, delimiter, SAMPLE_RECORDS);
  } catch (error) {
    // The sample may end inside a quoted cell.
    const whole = error instanceof CsvError ? wholeBefore(error) : 0;
    return whole > 0 ? parsed(sample, delimiter, whole) : [];
  }
}
