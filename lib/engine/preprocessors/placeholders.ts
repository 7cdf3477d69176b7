import { type HiddenValue, PreprocessorProblem } from './define-preprocessor';
import { type HiddenType, hiddenTypes } from './sensitive-data/finding';

const placeholder = new RegExp(
  `\\[(${hiddenTypes.map((type) => type.toUpperCase()).join('|')})_(\\d{1,7})\\]`,
  'g',
);
/** Higher numbers in a text aren't counted, so that the search finds every digit of new placeholders. */
const HIGHEST_OF_TEXT = 999_999;

/**
 * Numbers placeholders: `[EMAIL_1]`, `[EMAIL_2]`, …, after the highest number in the texts and in earlier placeholders.
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
 * values alone that aren't to be restored, and doesn't search restored values. Returns a copy.
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
  // A value that occurs thousands of times is escaped once.
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

/** Characters of an output's JSON with its values put back. */
const longestRestored = 10 * 1024 * 1024;

/** An output with placeholders, and their values. All values are JSON. */
export interface Restoration {
  output: unknown;
  hidden: readonly HiddenValue[];
  /** The format of the output's field `text`; null if that is words. */
  writtenIn: TextFormat | null;
}

/**
 * The output of a step with the values that were hidden from its models.
 * @throws PreprocessorProblem if it would be too long: a model may repeat the placeholder of a long value
 */
export function restoreOutput({ output, hidden, writtenIn }: Restoration): unknown {
  const lengths = new Map(
    hidden.filter(({ restore }) => restore).map(({ placeholder, value }) => [placeholder, value.length]),
  );
  if (lengths.size === 0) return output;
  const json = JSON.stringify(output);
  let length = json.length;
  for (const [name] of json.matchAll(/\[[A-Z]+_\d+\]/g)) length += lengths.get(name) ?? 0;
  if (length > longestRestored)
    throw new PreprocessorProblem('The output with its values put back has more than 10 MiB.');
  const { text } = output as { text?: unknown };
  if (!writtenIn || typeof text !== 'string') return restoreValues(output, hidden);
  const rest = restoreValues({ ...(output as object), text: '' }, hidden);
  return { ...(rest as object), text: restoreText(text, hidden, writtenIn) };
}

/** A format in which values need escaping: their marks would end the element around them. */
export type TextFormat = 'json' | 'csv' | 'yaml' | 'xml' | 'html';

type WriteValue = (value: string) => string;

/** Puts values back into a part of a text, each as it is written there. */
type Restore = (part: string, write: WriteValue) => string;

/** Puts values back into a text of a format, so that it still parses. All linear. */
function writeRestored(text: string, format: TextFormat, restore: Restore): string {
  return writers[format](text, restore);
}

const writers: Record<TextFormat, (text: string, restore: Restore) => string> = {
  json: (text, restore) => restore(text, inString),
  csv: (text, restore) => text.replace(csvCell, (cell) => csvRestored(cell, restore)),
  yaml: (text, restore) => text.replace(yamlPart, (part) => yamlRestored(part, restore)),
  xml: (text, restore) => restore(text, inMarkup),
  html: (text, restore) => restore(text, inMarkup),
};

/** A quoted cell, or another that may have a placeholder, of a table that parses. */
const csvCell = /"[^"]*(?:""[^"]*)*"|(?<![^,\r\n])[^",\r\n[]*\[[^",\r\n]*/g;

function csvRestored(cell: string, restore: Restore): string {
  if (!cell.includes('[')) return cell;
  if (cell.startsWith('"')) return restore(cell, doubled);
  const restored = restore(cell, unchanged);
  return restored !== cell && /[",\r\n]/.test(restored) ? `"${restored.replaceAll('"', '""')}"` : restored;
}

/** A string in quotes that begins where a value can, or the text around such strings on a line. */
const yamlPart = /(?<=^|[\s[{,])"(?:[^"\\\n]|\\.)*"|(?<=^|[\s[{,])'[^'\n]*'|[^\n"']+/gm;
function yamlRestored(part: string, restore: Restore): string {
  if (part.length > 1 && part.startsWith('"')) return restore(part, inString);
  if (part.length > 1 && part.startsWith("'")) return restore(part, (value) => value.replaceAll("'", "''"));
  return restore(part, unchanged);
}

const unchanged: WriteValue = (value) => value;

const doubled: WriteValue = (value) => value.replaceAll('"', '""');

/** Within the quotes of a string. */
const inString: WriteValue = (value) => JSON.stringify(value).slice(1, -1);

/** Entities that it has already stay. */
const inMarkup: WriteValue = (value) =>
  value.replace(/&(?!(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});)|[<>"']/gi, (mark) => entities[mark] ?? mark);

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
