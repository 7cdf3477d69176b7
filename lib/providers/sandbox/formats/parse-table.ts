import { parse } from 'csv-parse/sync';

/** A row of a table, by the names of its columns. */
export type Row = Record<string, unknown>;

/** The rows of a CSV text whose first line names the columns; values are text. @throws Error if it can't be read */
export function parseCsv(text: string): Row[] {
  const cells: string[][] = parse(text, {
    bom: true,
    delimiter: findDelimiter(text) ?? ',',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  return rowsOf(cells);
}

const MARKDOWN_RULE = /^\|?[\s:|-]{1,2000}$/;

/** The rows of the first table of a Markdown text; empty if it has none. */
export function parseMarkdownTable(text: string): Row[] {
  const lines = text.split('\n');
  const rule = lines.findIndex(
    (line, at) => at > 0 && line.includes('-') && line.includes('|') && MARKDOWN_RULE.test(line),
  );
  if (rule < 1) return [];
  const after = lines.slice(rule + 1);
  const end = after.findIndex((line) => !line.includes('|'));
  const body = end < 0 ? after : after.slice(0, end);
  return rowsOf([lines[rule - 1] ?? '', ...body].map(cellsOf));
}

function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Cells of a printed table stand wide apart, or are set off by tabs. */
const GAP = /[ ]{2,}|\t+/;

/**
 * The rows of the first printed table of a text: a line of names, and the lines behind it with as many cells.
 * @param isHeader whether a line's cells are the names of columns
 */
export function parsePrintedTable(text: string, isHeader: (names: readonly string[]) => boolean): Row[] {
  const lines = text.split('\n').map((line) => line.trim().split(GAP));
  const start = lines.findIndex((cells) => cells.length > 1 && isHeader(cells));
  if (start < 0) return [];
  const header = lines[start] as string[];
  const after = lines.slice(start + 1);
  // A rule may be under the names.
  const body =
    /^[\s=_-]*$/.test((after[0] ?? ['']).join('')) && after[0]?.[0] !== '' ? after.slice(1) : after;
  const end = body.findIndex((cells) => cells.length !== header.length);
  return rowsOf([header, ...(end < 0 ? body : body.slice(0, end))]);
}

/** @param cells with the names of the columns in the first row */
function rowsOf([header = [], ...cells]: readonly string[][]): Row[] {
  const names = header.map((name, index) => name.trim() || `column_${index + 1}`);
  return cells.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
}

const READ = 4_000;
const delimiters = [';', '\t', '|', ','];

/** What separates the cells of a table: the character that each of its first lines has equally often; null for none. */
export function findDelimiter(text: string): string | null {
  const lines = text.slice(0, READ).split(/\r?\n/);
  // The last line may have been cut.
  if (text.length > READ) lines.pop();
  const rows = lines.filter((line) => line.trim() !== '').map(withoutQuoted);
  if (rows.length < 2) return null;
  return (
    delimiters.find((delimiter) => {
      const [first = 0, ...rest] = rows.map((row) => row.split(delimiter).length);
      return first > 1 && rest.every((cells) => cells === first);
    }) ?? null
  );
}

const withoutQuoted = (line: string) => line.replace(/"[^"]*"?/g, '');
