import type { Cell } from './read-table';

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
