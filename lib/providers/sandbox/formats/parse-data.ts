import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { parsePlainYaml } from '@/lib/engine/replies/converted-text';
import { plainSentence } from '@/lib/providers/sandbox/text/sentences';
import { type FormatName, findDelimiter } from './detect-format';
import { htmlToMarkdown } from './html';

const DEEPEST = 100;

/** The data of a text in a format. A text that doesn't parse is read as plain text, so there is always data. */
export function parseData(text: string, format: FormatName): unknown {
  try {
    const data = parsers[format](text);
    return isWithinDepth(data, DEEPEST) ? data : parseLines(text);
  } catch {
    return parseLines(text);
  }
}

const parsers: Record<FormatName, (text: string) => unknown> = {
  json: (text) => JSON.parse(text),
  csv: parseCsv,
  yaml: (text) => parseBlocks(text) ?? parsePlainYaml(text),
  xml: (text) =>
    new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      ignoreDeclaration: true,
      parseTagValue: false,
    }).parse(text),
  markdown: parseMarkdown,
  html: (text) => parseMarkdown(htmlToMarkdown(text)),
  text: parseLines,
};

function parseMarkdown(text: string): unknown {
  const rows = parseMarkdownTable(text);
  return rows.length > 0 ? rows : parseLines(text);
}

const FIELD = /^([^:]{1,60}):\s{1,20}(.+)$/s;

/** Blocks of `name: value`, each with the same first name, are a list of objects; null for any other text. */
function parseBlocks(text: string): unknown {
  const blocks = text.trim().split(/\n(?:[ \t]*\n|-{3,}[ \t]*\n)+/);
  const [first = ''] = FIELD.exec(blocks[0]?.split('\n')[0] ?? '')?.slice(1) ?? [];
  const isBlock = (block: string) =>
    block.startsWith(`${first}:`) && block.split('\n').every((line) => /^\S/.test(line) && FIELD.test(line));
  return first !== '' && blocks.length > 1 && blocks.every(isBlock) ? blocks.map(parseLines) : null;
}

/** Lines of `name: value` are an object, with the values of a repeated name as a list; other lines are a list. */
function parseLines(text: string): unknown {
  const lines = text
    .split('\n')
    .map(plainSentence)
    .filter((line) => line !== '');
  const fields = lines.map((line) => FIELD.exec(line));
  if (lines.length === 0 || fields.includes(null)) return lines;
  const values = new Map<string, string[]>();
  for (const field of fields) {
    const [, name = '', value = ''] = field ?? [];
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length > 1 ? all : all[0]]));
}

function isWithinDepth(data: unknown, depth: number): boolean {
  if (typeof data !== 'object' || data === null) return true;
  return depth > 0 && Object.values(data).every((value) => isWithinDepth(value, depth - 1));
}

/** A row of a table, by the names of its columns. */
export type Row = Record<string, unknown>;

/** The rows of a CSV text whose first line names the columns; values are text. @throws Error if it can't be read */
function parseCsv(text: string): Row[] {
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
function parseMarkdownTable(text: string): Row[] {
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

/** Cells of a printed table are separated by wide spaces or tabs. */
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
