import { PostprocessorProblem } from '@/lib/engine/postprocessors/define-postprocessor';
import type { Cell, Table } from '@/lib/engine/postprocessors/read-table';
import { zipParts } from '@/lib/engine/postprocessors/zip-parts';
import { workbookLimits } from './workbook-limits';

const namespace = 'http://schemas.openxmlformats.org';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relationships = (...parts: readonly [type: string, target: string][]) =>
  `${declaration}<Relationships xmlns="${namespace}/package/2006/relationships">${parts
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${namespace}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Style 0 is that of all cells, style 1 the bold one of a header. Excel expects the fills and the border. */
const styles =
  `${declaration}<styleSheet xmlns="${namespace}/spreadsheetml/2006/main">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>';

/**
 * A workbook (Office Open XML) with one sheet. Its columns are as wide as their content, and its header is bold, stays in
 * view, and filters the rows. It has no formulas or properties of a document: numbers and booleans keep their type, and
 * all other cells are texts.
 * @param sheetName as Excel allows it
 * @throws PostprocessorProblem if a text is too long for a cell
 */
export function writeWorkbook(sheetName: string, table: Table, hasHeader: boolean): Uint8Array {
  const files: [name: string, parts: Iterable<string>][] = [
    [
      '[Content_Types].xml',
      [
        `${declaration}<Types xmlns="${namespace}/package/2006/content-types">`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>`,
        `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>`,
        `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
      ],
    ],
    ['_rels/.rels', [relationships(['officeDocument', 'xl/workbook.xml'])]],
    [
      'xl/workbook.xml',
      [
        `${declaration}<workbook xmlns="${namespace}/spreadsheetml/2006/main" `,
        `xmlns:r="${namespace}/officeDocument/2006/relationships"><sheets>`,
        `<sheet name="${xmlText(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
    ],
    [
      'xl/_rels/workbook.xml.rels',
      [relationships(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])],
    ],
    ['xl/styles.xml', [styles]],
    ['xl/worksheets/sheet1.xml', sheetParts(table, hasHeader)],
  ];
  return zipParts(files);
}

function* sheetParts(table: Table, hasHeader: boolean): Generator<string> {
  const { columns, rows } = table;
  const header = hasHeader && columns.length > 0;
  yield `${declaration}<worksheet xmlns="${namespace}/spreadsheetml/2006/main">`;
  if (header)
    yield '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  yield columnsXml(widthsOf(table, header));
  yield '<sheetData>';
  let number = 0;
  const letters = columns.map((_, index) => columnLetters(index));
  const row = (cells: Iterable<readonly [number, Cell]>, style = '') => {
    number += 1;
    let xml = `<row r="${number}">`;
    for (const [column, cell] of cells) xml += cellXml(`${letters[column]}${number}`, cell, style);
    return `${xml}</row>`;
  };
  if (header) yield row(columns.entries(), ' s="1"');
  for (const cells of rows()) yield row(cells);
  yield '</sheetData>';
  if (header) yield `<autoFilter ref="A1:${letters.at(-1)}${number}"/>`;
  yield '</worksheet>';
}

/** In characters. `button` is the space that a header's filter takes. */
const width = { min: 6, max: 60, margin: 2, button: 3 } as const;
/** Rows whose values decide the widths: reading all of them would take as long as writing them. */
const MEASURED_ROWS = 1_000;

/** The width of each column in characters: that of its longest value, within bounds. */
function widthsOf({ columns, rows }: Table, header: boolean): number[] {
  const longest = columns.map((name) => (header ? lengthOf(name) + width.button : 0));
  let measured = 0;
  for (const cells of rows()) {
    for (const [column, cell] of cells) longest[column] = Math.max(longest[column] ?? 0, lengthOf(cell));
    measured += 1;
    if (measured === MEASURED_ROWS) break;
  }
  return longest.map((length) => Math.min(width.max, Math.max(width.min, length + width.margin)));
}

/** Characters of a cell's longest line, as far as they matter to a width. */
function lengthOf(cell: Cell): number {
  if (typeof cell !== 'string') return cell === null ? 0 : String(cell).length;
  // The beginning of a long text, so that it costs little.
  return Math.max(
    ...cell
      .slice(0, 10 * width.max)
      .split('\n')
      .map(({ length }) => length),
  );
}

function columnsXml(widths: readonly number[]): string {
  if (widths.length === 0) return '';
  const columns = widths.map(
    (characters, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${characters}" customWidth="1"/>`,
  );
  return `<cols>${columns.join('')}</cols>`;
}

function cellXml(address: string, cell: Cell, style: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${address}"${style}><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${address}"${style} t="b"><v>${Number(cell)}</v></c>`;
  const { longestText } = workbookLimits;
  if (cell.length > longestText)
    throw new PostprocessorProblem(
      `the text of cell ${address} has more than ${longestText.toLocaleString('en-US')} characters.`,
    );
  return `<c r="${address}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
}

/** A, B, …, Z, AA, AB, … */
function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // XML would read them as a line feed, or as a space in an attribute.
  '\r': '&#13;',
};

/** A text in XML. Characters that XML 1.0 can't hold become U+FFFD. */
const xmlText = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML lacks.
    .replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '\uFFFD')
    // Excel reads _x0041_ as A, and _x005F_ as the underscore.
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"\r]/g, (character) => escapes[character] ?? character);
