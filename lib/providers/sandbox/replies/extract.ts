import { z } from 'zod';
import { type Field, fieldsOf, wordsOfName } from '@/lib/providers/sandbox/extraction/extracted-field';
import { findValue, readMaterial, readRecord } from '@/lib/providers/sandbox/extraction/find-value';
import { splitRecords } from '@/lib/providers/sandbox/extraction/split-records';
import { detectFormat } from '@/lib/providers/sandbox/formats/detect-format';
import { isObject, recordsOf } from '@/lib/providers/sandbox/formats/find-rows';
import { htmlToText } from '@/lib/providers/sandbox/formats/html';
import { parseData, parsePrintedTable } from '@/lib/providers/sandbox/formats/parse-data';
import type { Algorithm } from '@/lib/providers/sandbox/sandbox-work';

const Options = z.object({
  fields: z.union([z.array(z.string()), z.record(z.string(), z.string())]).nullish(),
  schema: z.record(z.string(), z.unknown()).nullish(),
  many: z.boolean(),
});

type Extracted = Record<string, unknown>;

/** More records than the longest reply of a sandbox model holds. */
const MOST_RECORDS = 5_000;
/** Rows that show the meaning of a table's columns. */
const FIRST_ROWS = 100;

/** Finds fields by their names, by the form of their values, and by the schema. Missing values are null. */
export const extract: Algorithm = ({ options, text }) => {
  const { fields: named, schema, many } = Options.parse(options);
  const fields = fieldsOf(named ?? null, schema ?? null);
  const rows = rowsIn(text, fields, !many);
  const columns = columnsOf(fields, namesIn(rows));
  const inRows = firstRecords(rows, (row) => fromRow(fields, row, columns), many ? MOST_RECORDS : 1);
  if (inRows.length > 0) return jsonReply(inRows, many);

  const readable = htmlToText(text);
  if (!many) return jsonReply([extractFrom(fields, readable)], many);
  const pieces = splitRecords(fields, readable);
  return jsonReply(
    firstRecords(pieces, (piece) => extractFrom(fields, piece, true), MOST_RECORDS),
    many,
  );
};

function jsonReply(records: readonly Extracted[], many: boolean): string {
  return JSON.stringify(many ? { records } : records[0]);
}

/**
 * The rows of a table or of data that names some of the fields, which needn't be searched; empty for prose.
 * @param isWhole whether the text must be data as a whole; otherwise, a table within it counts
 */
function rowsIn(text: string, fields: readonly Field[], isWhole: boolean): Record<string, unknown>[] {
  const format = detectFormat(text);
  if (isWhole && format !== 'json' && format !== 'csv') return [];
  const isNamed = (names: readonly string[]) => columnsOf(fields, names).size > 0;
  const parsed = format === 'text' ? [] : recordsOf(parseData(text, format)).filter(isObject);
  if (isNamed(namesIn(parsed))) return parsed;
  // One column's name is also a word of a sentence.
  return isWhole ? [] : parsePrintedTable(text, (names) => columnsOf(fields, names).size > 1);
}

/** The name of each field's column: the field's own, or else the first that contains it, such as `Order No.`. */
function columnsOf(fields: readonly Field[], names: readonly string[]): Map<Field, string> {
  const columns = new Map<Field, string>();
  const left = new Map(names.map((name) => [name, ` ${keyOf(name.replace(/(?<=\be)-(?=mail)/gi, ''))} `]));
  for (const fits of [
    (key: string, own: string) => key.trim() === own,
    (key: string, own: string) => own !== '' && key.includes(` ${own} `),
  ])
    for (const field of fields) {
      if (columns.has(field)) continue;
      const found = [...left].find(([, key]) =>
        [keyOf(field.name), ...field.names].some((own) => fits(key, own)),
      );
      if (!found) continue;
      columns.set(field, found[0]);
      left.delete(found[0]);
    }
  return columns;
}

function firstRecords<T>(pieces: readonly T[], read: (piece: T) => Extracted, most: number): Extracted[] {
  const records: Extracted[] = [];
  for (const piece of pieces) {
    const record = read(piece);
    if (hasValue(record)) records.push(record);
    if (records.length === most) break;
  }
  return records;
}

/** @param isRecord whether the text is one record of several, which begins with its name */
function extractFrom(fields: readonly Field[], text: string, isRecord = false): Extracted {
  const material = isRecord ? readRecord(text) : readMaterial(text);
  return Object.fromEntries(
    fields.map((field) => {
      if (field.type === 'object') return [field.name, extractFrom(field.fields, text)];
      if (field.type === 'list' && field.fields.length > 0) {
        const rows = rowsIn(text, field.fields, false);
        const columns = columnsOf(field.fields, namesIn(rows));
        const records =
          rows.length > 0
            ? rows.map((row) => fromRow(field.fields, row, columns))
            : splitRecords(field.fields, text).map((piece) => extractFrom(field.fields, piece));
        return [field.name, records.filter(hasValue)];
      }
      return [field.name, findValue(field, material)];
    }),
  );
}

/** A cell's value is read as if its line named it; values that aren't text are taken as they are. */
function fromRow(
  fields: readonly Field[],
  row: Record<string, unknown>,
  columns: ReadonlyMap<Field, string>,
): Extracted {
  return Object.fromEntries(
    fields.map((field) => {
      const column = columns.get(field);
      const value = column === undefined ? null : (row[column] ?? null);
      const isText = typeof value === 'string' || (typeof value === 'number' && field.type === 'string');
      return [field.name, isText ? findValue(field, readMaterial(`${field.name}: ${value}`)) : value];
    }),
  );
}

/** The name of every column of some rows; rows of JSON may each lack some. */
const namesIn = (rows: readonly Record<string, unknown>[]): string[] => [
  ...new Set(rows.slice(0, FIRST_ROWS).flatMap((row) => Object.keys(row))),
];

const keyOf = (name: string) => wordsOfName(name).join(' ');

function hasValue(record: Extracted): boolean {
  return Object.values(record).some((value) => value !== null && (!isObject(value) || hasValue(value)));
}
