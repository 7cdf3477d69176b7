import { z } from 'zod';
import { definePostprocessor, fileTooLarge, longestFile } from './define-postprocessor';
import { type Cell, readTable } from './read-table';
import { columnsOption, fileNameOption, pathOption } from './shared-options';

const delimiters = { comma: ',', semicolon: ';', tab: '\t' } as const;
const BYTE_ORDER_MARK = '\uFEFF';

export const writeToCsv = definePostprocessor({
  name: 'writeToCsv',
  summary: 'Writes rows as CSV.',
  options: z.strictObject({
    file_name: fileNameOption,
    path: pathOption,
    columns: columnsOption,
    delimiter: z.enum(['comma', 'semicolon', 'tab']).default('comma').describe('Between the values.'),
    header: z.boolean().default(true).describe('Whether the names of the columns are the first row.'),
    bom: z.boolean().default(false).describe('Whether the file begins with a byte order mark.'),
  }),
  process({ output }, { file_name, delimiter, header, bom, ...where }, { stepId }) {
    const table = readTable(output, where);
    // Before it's written: rows with different fields have far more cells than values.
    if (table.rowCount * table.columns.length > longestFile) throw fileTooLarge();
    const line = (cells: readonly Cell[]) => csvLine(cells, delimiters[delimiter]);
    const lines = [bom ? BYTE_ORDER_MARK : ''];
    if (table.columns.length > 0) {
      if (header) lines.push(line(table.columns));
      for (const cells of table.rows()) {
        const row = new Array<Cell>(table.columns.length).fill(null);
        for (const [index, cell] of cells) row[index] = cell;
        lines.push(line(row));
      }
    }
    return {
      file: {
        name: file_name ?? `${stepId}.csv`,
        type: 'text/csv; charset=utf-8',
        bytes: Buffer.from(lines.join('')),
      },
    };
  },
});

/** After RFC 4180. */
const LINE_END = '\r\n';
/** The beginning of a text that a spreadsheet takes for a formula, or drops before it looks for one. */
const FORMULA = /^(?:[\t\r\n]|[\s\0]*[=+\-@＝＋－＠])/;

/** A line of CSV with its end. A text that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvLine(cells: readonly Cell[], delimiter = ','): string {
  const texts = cells.map((cell) => csvCell(cell, delimiter));
  // A line with nothing on it isn't a row to most readers.
  return (texts.length === 1 && texts[0] === '' ? '""' : texts.join(delimiter)) + LINE_END;
}

function csvCell(cell: Cell, delimiter: string): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
