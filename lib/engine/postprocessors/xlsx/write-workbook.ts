import { PostprocessorProblem } from '@/lib/engine/postprocessors/define-postprocessor';
import type { Cell, Table } from '@/lib/engine/postprocessors/read-table';
import { zipParts } from '@/lib/engine/postprocessors/zip-parts';
import { workbookLimits } from './workbook-limits';

const namespace = 'http://schemas.openxmlformats.org';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relationship = (type: string, target: string) =>
  `${declaration}<Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id="rId1" ` +
  `Type="${namespace}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * A workbook (Office Open XML) with one sheet. It has no formulas, styles, or properties of a document: numbers and
 * booleans keep their type, and all other cells are texts.
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
        `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
      ],
    ],
    ['_rels/.rels', [relationship('officeDocument', 'xl/workbook.xml')]],
    [
      'xl/workbook.xml',
      [
        `${declaration}<workbook xmlns="${namespace}/spreadsheetml/2006/main" `,
        `xmlns:r="${namespace}/officeDocument/2006/relationships"><sheets>`,
        `<sheet name="${xmlText(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
    ],
    ['xl/_rels/workbook.xml.rels', [relationship('worksheet', 'worksheets/sheet1.xml')]],
    ['xl/worksheets/sheet1.xml', sheetParts(table, hasHeader)],
  ];
  return zipParts(files);
}

function* sheetParts({ columns, rows }: Table, hasHeader: boolean): Generator<string> {
  yield `${declaration}<worksheet xmlns="${namespace}/spreadsheetml/2006/main"><sheetData>`;
  let number = 0;
  const letters = columns.map((_, index) => columnLetters(index));
  const row = (cells: Iterable<readonly [number, Cell]>) => {
    number += 1;
    let xml = `<row r="${number}">`;
    for (const [column, cell] of cells) xml += cellXml(`${letters[column]}${number}`, cell);
    return `${xml}</row>`;
  };
  if (hasHeader && columns.length > 0) yield row(columns.entries());
  for (const cells of rows()) yield row(cells);
  yield '</sheetData></worksheet>';
}

function cellXml(address: string, cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${address}" t="b"><v>${Number(cell)}</v></c>`;
  const { longestText } = workbookLimits;
  if (cell.length > longestText)
    throw new PostprocessorProblem(
      `the text of cell ${address} has more than ${longestText.toLocaleString('en-US')} characters.`,
    );
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
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
