import { parseJson } from '@/lib/engine/replies/json';
import { isRecord } from '@/lib/rules/json';
import { assertRowCount, type BadRow, readHeader, type SheetRow, shownValue, unreadable } from './sheet';

/**
 * Reads JSON Lines: an object in each line. The first object's keys are the columns. A key that a later line lacks is
 * null; a key that the first object lacks is a fault of its line.
 * @throws SheetProblem
 */
export function readJsonl(text: string): { columns: string[]; rows: SheetRow[]; badRows: BadRow[] } {
  let columns: string[] | null = null;
  let known = new Set<string>();
  const rows: SheetRow[] = [];
  const badRows: BadRow[] = [];
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    if (written.trim() === '') continue;
    assertRowCount(rows.length + badRows.length + 1);
    const line = index + 1;
    const refuse = (message: string, value: string, column: string | null = null) =>
      badRows.push({ line, column, message, value: shownValue(value) });
    const object = parseObject(written);
    if (typeof object === 'string') {
      refuse(object, written);
      continue;
    }
    if (!columns) {
      columns = readHeader(Object.keys(object), line);
      known = new Set(columns);
    }
    const values = Object.fromEntries(Object.entries(object).map(([name, value]) => [name.trim(), value]));
    const unknown = Object.keys(values).find((name) => !known.has(name));
    if (unknown === undefined)
      rows.push({ line, values: Object.fromEntries(columns.map((name) => [name, ownOf(values, name)])) });
    else
      refuse(
        `The first line has no key “${unknown.slice(0, 80)}”.`,
        JSON.stringify(values[unknown]),
        unknown.slice(0, 80),
      );
  }
  if (!columns) throw unreadable('No line of the file is a JSON object.');
  return { columns, rows, badRows };
}

const ownOf = (values: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : null;

/** @returns the object, or why the line has none */
function parseObject(written: string): Record<string, unknown> | string {
  const parsed = parseJson(written);
  if (!parsed) return "The line isn't JSON.";
  return isRecord(parsed.value) ? parsed.value : "The line isn't a JSON object.";
}
