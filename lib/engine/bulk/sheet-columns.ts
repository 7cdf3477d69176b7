import type { Sheet, SheetRow } from './sheet';

/** The type of a column's values, without its empty ones; TEXT if they are of several, and null if all are empty. */
export type ColumnType = 'TEXT' | 'NUMBER' | 'BOOLEAN' | 'DATE' | 'JSON';

/** A column with the type of its values. */
export interface SheetColumn {
  name: string;
  type: ColumnType | null;
}

/** The columns of a file with their types. Booleans and dates may be texts; numbers are numbers. */
export const columnsOf = ({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): SheetColumn[] =>
  columns.map((name) => {
    const types = new Set<ColumnType>();
    for (const { values } of rows) {
      const value = values[name];
      if (value !== null && value !== '') types.add(typeOf(value));
      if (types.size > 1) return { name, type: 'TEXT' };
    }
    const [type = null] = types;
    return { name, type };
  });

function typeOf(value: unknown): ColumnType {
  if (typeof value === 'number') return 'NUMBER';
  if (typeof value === 'boolean') return 'BOOLEAN';
  if (typeof value !== 'string') return 'JSON';
  const text = value.trim();
  if (/^(true|false)$/i.test(text)) return 'BOOLEAN';
  return /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)
    ? 'DATE'
    : 'TEXT';
}

/**
 * Rows of texts, with numbers in the columns in which all values are numbers. An empty cell stays an empty text.
 * @param rows of CSV, which has no types
 */
export function withNumbers(columns: readonly string[], rows: readonly SheetRow[]): readonly SheetRow[] {
  const numeric = new Set(columns.filter((name) => isNumeric(name, rows)));
  if (numeric.size === 0) return rows;
  const typed = (name: string, value: unknown) =>
    numeric.has(name) && textOf(value) !== '' ? Number(value) : value;
  return rows.map(({ line, values }) => ({
    line,
    // A column may be named __proto__.
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typed(name, value)] as const),
    ),
  }));
}

const textOf = (cell: unknown): string => String(cell).trim();

/** Without a leading zero, as of a postcode, a plus, and an exponent, which also article numbers have. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;
/** Longer ones lose digits, in spreadsheets too. */
const MOST_DIGITS = 15;

/**
 * Whether a column has numbers, and nothing else. If decimals end in zero, all must have the same number of decimals, as
 * prices do: the versions 4.1 and 4.10 differ.
 */
function isNumeric(column: string, rows: readonly SheetRow[]): boolean {
  const decimals = new Set<number>();
  let endsInZero = false;
  for (const { values } of rows) {
    const text = textOf(values[column]);
    if (text === '') continue;
    const number = PLAIN_NUMBER.exec(text);
    if (!number || text.replace(/\D/g, '').length > MOST_DIGITS) return false;
    const [, fraction = ''] = number;
    decimals.add(fraction.length);
    endsInZero ||= fraction.endsWith('0');
    if (endsInZero && decimals.size > 1) return false;
  }
  return decimals.size > 0;
}
