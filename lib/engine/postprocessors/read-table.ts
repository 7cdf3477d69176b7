import { PostprocessorProblem } from './define-postprocessor';

type Row = Record<string, unknown>;

/** A value of a table: nested values are JSON, and a missing value is null. */
export type Cell = string | number | boolean | null;

export interface Table {
  columns: readonly string[];
  /** The cells of each row that it has a field for, with the index of their column, from left to right. */
  rows(): Generator<[column: number, cell: Cell][]>;
  rowCount: number;
}

interface TableOptions {
  path?: string | undefined;
  columns?: readonly string[] | undefined;
}

/**
 * The rows of an output: a list of objects, or one object, which is a single row.
 * @throws PostprocessorProblem OUTPUT_NOT_TABULAR
 */
export function readTable(output: unknown, { path, columns: chosen }: TableOptions): Table {
  const list = rowsAt(output, path);
  const columns = chosen ?? [...new Set(list.flatMap((row) => Object.keys(row)))];
  const indexes = new Map<string, number[]>();
  for (const [index, name] of columns.entries()) indexes.set(name, [...(indexes.get(name) ?? []), index]);
  return {
    columns,
    rowCount: list.length,
    *rows() {
      for (const row of list) {
        // By its own fields: rows that share few of them would take the product of both numbers.
        const cells = Object.entries(row).flatMap(([name, value]) =>
          (indexes.get(name) ?? []).map((index): [number, Cell] => [index, cellOf(value)]),
        );
        yield cells.sort(([one], [other]) => one - other);
      }
    },
  };
}

function rowsAt(output: unknown, path: string | undefined): Row[] {
  const place = path === undefined ? 'the output' : `'${path}'`;
  const part = findPart(output, path);
  if (!part) throw notTabular(`${place} leads nowhere.`);
  const { value } = part;
  if (isRow(value)) return [value];
  if (!Array.isArray(value)) throw notTabular(`${place} is ${kindOf(value)}, not rows.`);
  if (!value.every(isRow))
    throw notTabular(`${place} is a list with entries that aren't objects, so not rows.`);
  return value;
}

const notTabular = (message: string) => new PostprocessorProblem(message, 'OUTPUT_NOT_TABULAR');

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'number') return 'a number';
  return value === null ? 'null' : 'true or false';
}

/** A JSON value as a cell. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell);
}

/**
 * The part of an output that a path leads to.
 * @param path names of fields, joined by dots; undefined for the whole
 * @returns null if it leads nowhere
 */
export function findPart(output: unknown, path: string | undefined): { value: unknown } | null {
  let value = output;
  for (const name of path?.split('.') ?? []) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    if (!Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return { value };
}
