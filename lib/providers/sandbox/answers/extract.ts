import { z } from 'zod';
import { type Field, fieldsOf } from '@/lib/providers/sandbox/extraction/field';
import { wordsOfName } from '@/lib/providers/sandbox/extraction/field-words';
import { findValue, readMaterial } from '@/lib/providers/sandbox/extraction/find-value';
import { splitRecords } from '@/lib/providers/sandbox/extraction/split-records';
import { detectFormat } from '@/lib/providers/sandbox/formats/detect-format';
import { isObject } from '@/lib/providers/sandbox/formats/find-rows';
import { htmlToText } from '@/lib/providers/sandbox/formats/html-to-text';
import { parseData } from '@/lib/providers/sandbox/formats/parse-data';
import type { Algorithm } from '@/lib/providers/sandbox/sandbox-work';

const Options = z.object({
  fields: z.union([z.array(z.string()), z.record(z.string(), z.string())]).nullish(),
  schema: z.record(z.string(), z.unknown()).nullish(),
  many: z.boolean(),
});

type Extracted = Record<string, unknown>;

/** More records than the longest answer of a sandbox model holds. */
const MOST_RECORDS = 5_000;
/** So many rows show what a table's columns are. */
const FIRST_ROWS = 100;

/** Finds fields by their names, by the form of their values and by the schema. What it doesn't find is null. */
export const extract: Algorithm = ({ options, text }) => {
  const { fields: named, schema, many } = Options.parse(options);
  const fields = fieldsOf(named ?? null, schema ?? null);
  const rows = rowsIn(text, fields);
  const inRows = firstRecords(rows, (row) => fromRow(fields, row), many ? MOST_RECORDS : 1);
  if (inRows.length > 0) return answer(inRows, many);

  const readable = htmlToText(text);
  if (!many) return answer([extractFrom(fields, readable)], many);
  const pieces = splitRecords(fields, readable);
  return answer(
    firstRecords(pieces, (piece) => extractFrom(fields, piece), MOST_RECORDS),
    many,
  );
};

function answer(records: readonly Extracted[], many: boolean): string {
  return JSON.stringify(many ? { records } : records[0]);
}

/** The rows of a table or of JSON that names some of the fields, which needn't be searched; empty for prose. */
function rowsIn(text: string, fields: readonly Field[]): Record<string, unknown>[] {
  const format = detectFormat(text);
  if (format !== 'json' && format !== 'csv') return [];
  const data = parseData(text, format);
  const rows = (Array.isArray(data) ? data : [data]).filter(isObject);
  const wanted = new Set(fields.map(({ name }) => keyOf(name)));
  const isNamed = rows
    .slice(0, FIRST_ROWS)
    .some((row) => Object.keys(row).some((name) => wanted.has(keyOf(name))));
  return isNamed ? rows : [];
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

function extractFrom(fields: readonly Field[], text: string): Extracted {
  const material = readMaterial(text);
  return Object.fromEntries(
    fields.map((field) => {
      if (field.type === 'object') return [field.name, extractFrom(field.fields, text)];
      if (field.type === 'list' && field.fields.length > 0) {
        const records = splitRecords(field.fields, text).map((piece) => extractFrom(field.fields, piece));
        return [field.name, records.filter(hasValue)];
      }
      return [field.name, findValue(field, material)];
    }),
  );
}

/** A cell's value is read as if its line named it; values that aren't text are taken as they are. */
function fromRow(fields: readonly Field[], row: Record<string, unknown>): Extracted {
  const cells = new Map(Object.entries(row).map(([name, value]) => [keyOf(name), value]));
  return Object.fromEntries(
    fields.map((field) => {
      const value = cells.get(keyOf(field.name)) ?? null;
      const isText = typeof value === 'string' || (typeof value === 'number' && field.type === 'string');
      return [field.name, isText ? findValue(field, readMaterial(`${field.name}: ${value}`)) : value];
    }),
  );
}

const keyOf = (name: string) => wordsOfName(name).join(' ');

function hasValue(record: Extracted): boolean {
  return Object.values(record).some((value) => value !== null && (!isObject(value) || hasValue(value)));
}
