import { countProblem } from './read-csv';
import {
  assertRowCount,
  type BadRow,
  damaged,
  readHeader,
  SheetProblem,
  type SheetRow,
  sheetLimits,
  shownValue,
  unreadable,
} from './sheet';
import { readXml, unzipParts } from './xlsx-parts';

/** A cell's value, or why it has none. */
type Cell = string | number | boolean | null | { fault: string };

interface Workbook {
  /** The sheets' parts, by their names, in their order. */
  sheets: ReadonlyMap<string, string>;
  from1904: boolean;
}

/** Rows that a sheet can have, empty ones included. */
const MOST_LINES = 1_048_576;

/** The parts of a workbook that cells refer to. */
interface Shared {
  strings: readonly string[];
  /** By the number of a cell's style, whether it formats dates. */
  areDates: readonly boolean[];
  from1904: boolean;
}

/**
 * Reads a sheet of a workbook (Office Open XML, ECMA-376): its first, or a named one. The first row with a value is the
 * header. Formulas have their stored values, dates become ISO text.
 * @throws SheetProblem
 */
export function readXlsx(
  bytes: Uint8Array,
  sheetName?: string,
): { columns: string[]; rows: SheetRow[]; badRows: BadRow[] } {
  const { sheets, from1904 } = readWorkbook(bytes);
  const part = sheetName === undefined ? [...sheets.values()][0] : sheets.get(sheetName);
  if (part === undefined)
    throw unreadable(`There is no sheet “${sheetName}”. The file has: ${[...sheets.keys()].join(', ')}.`);
  const wanted = new Set([part, 'xl/sharedStrings.xml', 'xl/styles.xml']);
  const parts = unzipParts(bytes, (name) => wanted.has(name));
  const xml = parts.get(part);
  if (xml === undefined) throw unreadable('The sheet is missing in the workbook.');
  const shared = {
    strings: readStrings(parts.get('xl/sharedStrings.xml') ?? ''),
    areDates: readStyles(parts.get('xl/styles.xml') ?? ''),
    from1904,
  };
  return readRows(xml, shared);
}

/** The number of a row as it's written. @throws SheetProblem if it's none that a sheet can have */
function lineOf(written: string | undefined): number | null {
  if (written === undefined) return null;
  const line = Number(written);
  if (!Number.isInteger(line) || line < 1 || line > MOST_LINES) throw damaged();
  return line;
}

/** The name of the part that a relationship of the workbook targets. */
const partNameOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target}`.replace(/^xl\/\.\.\//, '');

function readWorkbook(bytes: Uint8Array): Workbook {
  const parts = unzipParts(bytes, (name) => /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels)$/.test(name));
  const xml = parts.get('xl/workbook.xml');
  if (xml === undefined)
    throw new SheetProblem('BULK_FILE_UNSUPPORTED', 'The file is a ZIP, and no Excel workbook (.xlsx).');
  const targets = new Map<string, string>();
  readXml(parts.get('xl/_rels/workbook.xml.rels') ?? '', {
    open(name, attribute) {
      if (name !== 'Relationship') return;
      targets.set(attribute('Id') ?? '', partNameOf(attribute('Target') ?? ''));
    },
  });
  const sheets = new Map<string, string>();
  let from1904 = false;
  readXml(xml, {
    open(name, attribute) {
      if (name === 'workbookPr') from1904 = isTrue(attribute('date1904'));
      // A chart's sheet has no cells.
      const target = name === 'sheet' ? targets.get(attribute('id') ?? '') : undefined;
      if (target?.includes('/worksheets/')) sheets.set(attribute('name') ?? '', target);
    },
  });
  if (sheets.size === 0) throw unreadable('The workbook has no sheet.');
  return { sheets, from1904 };
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The texts that cells share, without their format and their phonetic hints. */
function readStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let hints = 0;
  readXml(xml, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') hints += 1;
      isText = name === 't' && hints === 0;
    },
    close(name) {
      if (name === 'si') strings.push(unescaped(text));
      if (name === 'rPh') hints -= 1;
      isText = false;
    },
    text(part) {
      if (isText) text += part;
    },
  });
  return strings;
}

/** By the number of a style, whether it formats dates. */
function readStyles(xml: string): boolean[] {
  const codes = new Map<number, string>();
  const areDates: boolean[] = [];
  let isOfCells = false;
  readXml(xml, {
    open(name, attribute) {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (name === 'cellXfs') isOfCells = true;
      if (name !== 'xf' || !isOfCells) return;
      const id = Number(attribute('numFmtId') ?? 0);
      areDates.push(isDateFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return areDates;
}

function readRows(xml: string, shared: Shared) {
  let columns: string[] | null = null;
  const rows: SheetRow[] = [];
  const badRows: BadRow[] = [];
  let line = 0;
  let cells: Cell[] = [];
  let column = -1;
  let cell = { type: 'n', style: 0, hasFormula: false, text: '' };
  let isValue = false;
  let hints = 0;
  const endRow = () => {
    while (cells.length > 0 && isEmpty(cells.at(-1) ?? null)) cells.pop();
    if (cells.length === 0) return;
    if (columns === null) {
      columns = readHeader(Array.from(cells, cellText), line);
      return;
    }
    assertRowCount(rows.length + badRows.length + 1);
    const found = rowOf(columns, cells, line);
    if ('message' in found) badRows.push(found);
    else rows.push(found);
  };
  readXml(xml, {
    open(name, attribute) {
      if (name === 'row') {
        line = lineOf(attribute('r')) ?? line + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attribute('r')) ?? column + 1;
        const style = Number(attribute('s') ?? 0);
        cell = { type: attribute('t') ?? 'n', style, hasFormula: false, text: '' };
      } else if (name === 'f') cell.hasFormula = true;
      else if (name === 'rPh') hints += 1;
      isValue = name === 'v' || (name === 't' && hints === 0);
    },
    close(name) {
      isValue = false;
      if (name === 'rPh') hints -= 1;
      else if (name === 'row') endRow();
      else if (name === 'c' && column >= 0 && column <= sheetLimits.columns) {
        // The file omits empty cells.
        while (cells.length < column) cells.push(null);
        cells[column] = cellValue(cell, shared);
      }
    },
    text(part) {
      if (isValue) cell.text += part;
    },
  });
  if (columns === null) throw unreadable('The sheet is empty.');
  return { columns: columns as string[], rows, badRows };
}

const isEmpty = (cell: Cell): boolean => cell === null || cell === '';
const cellText = (cell: Cell | undefined): string =>
  cell === null || cell === undefined || typeof cell === 'object' ? '' : String(cell);

function rowOf(columns: readonly string[], cells: readonly Cell[], line: number): SheetRow | BadRow {
  if (cells.length > columns.length)
    return {
      ...{ line, column: null, message: countProblem(cells.length, columns.length) },
      value: shownValue(cells.map(cellText).join(', ')),
    };
  const values: [string, unknown][] = [];
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? null;
    if (typeof cell === 'object' && cell !== null) return { line, column, message: cell.fault, value: null };
    values.push([column, cell === '' ? null : cell]);
  }
  return { line, values: Object.fromEntries(values) };
}

/** The index of the column in an address such as B7. */
function columnOf(address: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(address ?? '')?.[0];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellValue(
  { type, style, hasFormula, text }: { type: string; style: number; hasFormula: boolean; text: string },
  { strings, areDates, from1904 }: Shared,
): Cell {
  if (type === 's') return strings[Number(text)] ?? { fault: 'The cell refers to a text that is missing.' };
  if (type === 'inlineStr' || type === 'str' || type === 'd') return unescaped(text);
  if (text === '')
    return hasFormula
      ? { fault: 'The formula has no stored value. Save the file in a spreadsheet program.' }
      : null;
  if (type === 'b') return text === '1' || text === 'true';
  if (type === 'e') return { fault: `The cell contains the error ${text.slice(0, 20)}.` };
  const number = Number(text);
  if (!Number.isFinite(number)) return { fault: "The cell's number can't be read." };
  return (areDates[style] ? isoOfSerial(number, from1904) : null) ?? number;
}

/** Excel writes characters that XML lacks as _x000D_, and the underscore before such a text as _x005F_. */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** The built-in formats of dates and times (ECMA-376, 18.8.30), those of East Asia included. */
const builtIn = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether cells with a format hold dates or times. @param code of a format that isn't built in */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn(id);
  // Quoted and escaped text, conditions, and colors don't format the value. [h] does: it counts hours.
  const parts = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?![hms]+\])[^\]]*\]/gi, '')
    .split(';')[0];
  return /[dmyhs]/i.test(parts ?? '') && !/general/i.test(parts ?? '');
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * The moment of a serial number in ISO 8601, without a time zone, which workbooks don't have. A whole number is a date,
 * a number below 1 is a time, and any other is both.
 * @param from1904 whether the workbook counts from 1904, as those of old Macs do
 */
function isoOfSerial(serial: number, from1904: boolean): string | null {
  // Excel takes 1900 for a leap year, so days before its March count from another day.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 61 ? 31 : 30);
  const date = new Date(epoch + Math.round(serial * (DAY_MS / 1_000)) * 1_000);
  if (serial < 0 || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999) return null;
  const iso = date.toISOString();
  if (serial < 1) return iso.slice(11, 19);
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 19);
}
