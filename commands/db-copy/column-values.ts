import canonicalize from 'canonicalize';
import type { ColumnKind, CopiedColumn } from './copied-tables';

/** A value of a row as text, in a form that is the same for both databases. */
export type Value = string | null;

const MOST_INTEGER = 2 ** 31 - 1;
/** The moments that PostgreSQL reads in ISO 8601: from the year 1 to the year 9999. */
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

const isWhole = (text: string) => /^-?\d+$/.test(text);
const hasLoneSurrogate = (text: string) => !text.isWellFormed();

function textFault(text: string): string | null {
  if (text.includes('\0')) return 'it contains the character U+0000';
  return hasLoneSurrogate(text) ? 'it contains half of a surrogate pair' : null;
}

/** In the texts and names of JSON, where both are escapes. */
function jsonFault(text: string): string | null {
  let fault: string | null = null;
  const look = (part: string) => {
    fault ??= textFault(part);
  };
  try {
    JSON.parse(text, (name, value) => {
      look(name);
      if (typeof value === 'string') look(value);
      if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
        fault ??= 'it contains a number that is too large';
      return value;
    });
  } catch {
    return "it isn't JSON";
  }
  return fault;
}

/** By kind: why PostgreSQL can't hold a value of SQLite, as the end of a sentence; null if it can. */
const faults: Record<ColumnKind, (text: string, column: CopiedColumn) => string | null> = {
  text: textFault,
  json: jsonFault,
  bigint: (text) => (isWhole(text) ? null : "it isn't a whole number"),
  integer: (text) => {
    if (!isWhole(text)) return "it isn't a whole number";
    return Math.abs(Number(text)) <= MOST_INTEGER ? null : 'the number is too large';
  },
  boolean: (text) => (text === '0' || text === '1' ? null : "it's neither 0 nor 1"),
  moment: (text) => {
    if (!isWhole(text)) return "it isn't a number of milliseconds";
    const milliseconds = Number(text);
    return FIRST_MOMENT <= milliseconds && milliseconds <= LAST_MOMENT
      ? null
      : "its year isn't between 1 and 9999";
  },
  bytes: () => null,
  enum: (text, { choices }) => (choices.includes(text) ? null : `it's none of ${choices.join(', ')}`),
};

/**
 * Why PostgreSQL can't hold a value.
 * @param stored as SQLite returns the column's `sqliteExpression`
 */
export function valueFault(column: CopiedColumn, stored: unknown): string | null {
  if (stored === null) return null;
  return typeof stored === 'string' ? faults[column.kind](stored, column) : "it isn't text";
}

/** Reads a column in SQLite as text, big numbers without loss, and bytes in hexadecimal. */
export function sqliteExpression({ name, kind }: CopiedColumn): string {
  if (kind === 'bytes') return `lower(hex("${name}"))`;
  return kind === 'text' || kind === 'enum' ? `"${name}"` : `CAST("${name}" AS TEXT)`;
}

const canonicalJson = (text: string) => canonicalize(JSON.parse(text)) ?? '';

/** A value without fault, as SQLite returned it, in the common form. */
export const sqliteValue = ({ kind }: CopiedColumn, stored: Value): Value =>
  stored !== null && kind === 'json' ? canonicalJson(stored) : stored;

/** The text from which PostgreSQL makes the same value. @param stored as SQLite returned it */
export function postgresText({ kind }: CopiedColumn, stored: Value): Value {
  if (stored === null) return null;
  if (kind === 'bytes') return `\\x${stored}`;
  return kind === 'moment' ? new Date(Number(stored)).toISOString() : stored;
}

/** A value in the common form. @param text in which PostgreSQL sends it */
export function postgresValue({ kind }: CopiedColumn, text: Value): Value {
  if (text === null) return null;
  if (kind === 'json') return canonicalJson(text);
  if (kind === 'bytes') return text.slice('\\x'.length);
  if (kind === 'boolean') return text === 't' ? '1' : '0';
  return kind === 'moment' ? String(Date.parse(`${text.replace(' ', 'T')}Z`)) : text;
}
