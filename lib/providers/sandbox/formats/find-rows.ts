/** A table: the names of its columns, and each row's cells in their order. */
export interface Table {
  names: string[];
  rows: string[][];
}

/**
 * The table that data holds: a list of objects, or the first such list inside an object, or the object as one row.
 * Plain values are a table with the one column `value`.
 */
export function findRows(data: unknown): Table {
  const records = recordsOf(data);
  const names = new Set<string>();
  for (const record of records) if (isObject(record)) for (const name of Object.keys(record)) names.add(name);
  if (names.size === 0) return { names: ['value'], rows: records.map((value) => [cellOf(value)]) };
  const columns = [...names];
  const rows = records.map((record) =>
    columns.map((name, index) => {
      if (!isObject(record)) return index === 0 ? cellOf(record) : '';
      return Object.hasOwn(record, name) ? cellOf(record[name]) : '';
    }),
  );
  return { names: columns, rows };
}

/** The list that data holds: itself, the first list of objects inside an object, or the object alone. */
export function recordsOf(data: unknown): unknown[] {
  if (Array.isArray(data)) return data;
  if (!isObject(data)) return [data];
  const values = Object.values(data);
  const list = values.find((value) => Array.isArray(value) && value.some(isObject));
  if (Array.isArray(list)) return list;
  const [only] = values;
  return values.length === 1 && (isObject(only) || Array.isArray(only)) ? recordsOf(only) : [data];
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Whether a value is an object with fields. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
