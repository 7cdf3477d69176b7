import type { Sheet } from './sheet';

/** The type of a column's values, without its empty ones; TEXT if they are of several, and null if all are empty. */
export type ColumnType = 'TEXT' | 'NUMBER' | 'BOOLEAN' | 'DATE' | 'JSON';

/** A column with the type that its values look like. */
export interface SheetColumn {
  name: string;
  type: ColumnType | null;
}

/** The columns of a file with their types. They describe the values, which stay as they are: in CSV, all are text. */
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
  // A leading zero is part of a number such as a postcode, which is none to calculate with.
  if (/^[+-]?(0|[1-9]\d*)([.,]\d+)?(e[+-]?\d+)?$/i.test(text)) return 'NUMBER';
  if (/^(true|false)$/i.test(text)) return 'BOOLEAN';
  return /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)
    ? 'DATE'
    : 'TEXT';
}
