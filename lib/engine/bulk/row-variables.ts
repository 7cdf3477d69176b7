/**
 * The variables of a bulk run as its caller maps them: a text may name columns of the row, as in `{{ row.name }}` or
 * `{{ row["Order no."] }}`. They aren't Liquid: a column's value is put in as it is.
 */
export interface RowVariables {
  given: Record<string, unknown>;
  /** The variables that name columns. */
  mapped: readonly { name: string; parts: readonly (string | { column: string })[] }[];
}

const reference = /\{\{-?\s*row(?:\.([A-Za-z_][\w-]*)|\[\s*(?:"([^"]*)"|'([^']*)')\s*\])\s*-?\}\}/g;

/** Finds the columns that variables name. Lists and objects stay as they are. */
export function readRowVariables(given: Record<string, unknown>): RowVariables {
  const mapped = Object.entries(given).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !value.includes('{{')) return [];
    const parts: (string | { column: string })[] = [];
    let end = 0;
    for (const match of value.matchAll(reference)) {
      const [whole, plain, quoted, single] = match;
      if (match.index > end) parts.push(value.slice(end, match.index));
      parts.push({ column: plain ?? quoted ?? single ?? '' });
      end = match.index + whole.length;
    }
    if (end < value.length) parts.push(value.slice(end));
    return parts.some((part) => typeof part !== 'string') ? [{ name, parts }] : [];
  });
  return { given, mapped };
}

/** The beginning of a tag that isn't a reference to a column; null if there is none. */
export function unreadTag({ given, mapped }: RowVariables): { name: string; tag: string } | null {
  const partsOf = new Map(mapped.map(({ name, parts }) => [name, parts]));
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string') continue;
    for (const part of partsOf.get(name) ?? [value]) {
      const [tag] = typeof part === 'string' ? (/\{[{%].{0,60}/.exec(part) ?? []) : [];
      if (tag) return { name, tag };
    }
  }
  return null;
}

/** The columns that variables name, with repetitions. */
export const columnsNamed = ({ mapped }: RowVariables): string[] =>
  mapped.flatMap(({ parts }) => parts.flatMap((part) => (typeof part === 'string' ? [] : [part.column])));

/**
 * The variables of a row. Its columns replace given variables of the same name, and variables that name columns replace
 * both. A variable that is only a column keeps the type of the column's value.
 */
export function variablesOfRow(
  { given, mapped }: RowVariables,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const variables: Record<string, unknown> = { ...given, ...values };
  for (const { name, parts } of mapped) {
    const [only] = parts;
    variables[name] =
      parts.length === 1 && typeof only === 'object'
        ? (values[only.column] ?? null)
        : parts.map((part) => (typeof part === 'string' ? part : asText(values[part.column]))).join('');
  }
  return variables;
}

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
