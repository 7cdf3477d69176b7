import type { HiddenValue } from './define-preprocessor';
import { type HiddenType, hiddenTypes } from './sensitive-data/finding';
import { type TextFormat, type WriteValue, writeRestored } from './write-restored';

const placeholder = new RegExp(
  `\\[(${hiddenTypes.map((type) => type.toUpperCase()).join('|')})_(\\d{1,7})\\]`,
  'g',
);
/** Higher numbers in a text aren't counted, so that what is given out has no more digits than are looked for. */
const HIGHEST_OF_TEXT = 999_999;

/**
 * Gives out `[EMAIL_1]`, `[EMAIL_2]`, …, and goes on after the highest number that the texts have already, or that was
 * given out before.
 */
export function createPlaceholders(
  texts: readonly string[],
  before: readonly HiddenValue[],
): (type: HiddenType) => string {
  const highest = new Map<string, number>();
  const count = (text: string, most: number) => {
    for (const { 1: type, 2: number } of text.matchAll(placeholder))
      if (Number(number) <= most)
        highest.set(type as string, Math.max(highest.get(type as string) ?? 0, Number(number)));
  };
  for (const text of texts) count(text, HIGHEST_OF_TEXT);
  for (const given of before) count(given.placeholder, Number.POSITIVE_INFINITY);
  return (type) => {
    const name = type.toUpperCase();
    const number = (highest.get(name) ?? 0) + 1;
    highest.set(name, number);
    return `[${name}_${number}]`;
  };
}

/**
 * Puts values back for their placeholders in every text of a value: in lists, objects and the names of fields. Leaves
 * values alone that aren't to be restored, and doesn't search what it has put in. Returns a copy.
 */
export function restoreValues(value: unknown, hidden: readonly HiddenValue[]): unknown {
  const values = new Map(
    hidden.filter(({ restore }) => restore).map(({ placeholder: name, value: original }) => [name, original]),
  );
  return values.size === 0 ? value : restoreWith(value, values);
}

/** Puts values back into a text that is written in a format, so that it still is. */
export function restoreText(text: string, hidden: readonly HiddenValue[], format: TextFormat): string {
  const values = new Map(
    hidden.filter(({ restore }) => restore).map(({ placeholder: name, value }) => [name, value]),
  );
  if (values.size === 0) return text;
  // A value that stands in thousands of places is written once.
  const written = new Map<WriteValue, Map<string, string>>();
  return writeRestored(text, format, (part, write) => {
    const done = written.get(write) ?? new Map<string, string>();
    written.set(write, done);
    return part.replace(placeholder, (name) => {
      const value = values.get(name);
      const known = done.get(name) ?? (value === undefined ? name : write(value));
      done.set(name, known);
      return known;
    });
  });
}

function restoreWith(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return value.replace(placeholder, (name) => values.get(name) ?? name);
  if (Array.isArray(value)) return value.map((item) => restoreWith(item, values));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      restoreWith(name, values) as string,
      restoreWith(field, values),
    ]),
  );
}
