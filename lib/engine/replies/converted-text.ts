import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import { XMLValidator } from 'fast-xml-parser';
import { ReplyProblem } from '@/lib/engine/replies/reply-problem';
import { fitTypes } from './fit-types';
import { MAX_NESTING } from './nesting-depth';
import { parseJson } from './parse-json';
import { parsePlainYaml } from './parse-plain-yaml';
import { readJson } from './read-json';
import { schemaFailures } from './schema-failures';
import { withoutFence } from './without-fence';

/** A text in its new format, with its content. */
export interface ConvertedText {
  text: string;
  /** null for XML. */
  data: unknown;
}

/** Longest XML (characters): on hostile text its parser's time grows with the square of its length. */
const LONGEST_PARSED = 131_072;
/** Longest CSV (characters); its parser is linear. */
const LONGEST_CSV = 4_194_304;

/**
 * Reads a reply that is a converted text. JSON is fitted to the schema, if there is one.
 * @throws ReplyProblem if it doesn't parse, or doesn't fit the schema
 */
export function convertedText(
  reply: string,
  to: 'json' | 'csv' | 'yaml' | 'xml',
  schema?: Record<string, unknown>,
): ConvertedText {
  if (to === 'json') return convertedJson(reply, schema);
  const text = withoutFence(reply);
  if (to === 'csv') return { text, data: csvRecords(text) };
  if (to === 'yaml') return convertedYaml(text);
  checkXml(text);
  return { text, data: null };
}

/** The first line of a table, with its line break; empty if there is just one. */
export function tableHead(csv: string): string {
  return csv.slice(0, csv.indexOf('\n') + 1);
}

function convertedJson(reply: string, schema?: Record<string, unknown>): ConvertedText {
  const found = readJson(reply);
  const data = schema ? fitTypes(found, schema) : found;
  const [failure] = schema ? schemaFailures(data, schema) : [];
  if (failure) throw new ReplyProblem(`At ${failure.path || 'the top'}: ${failure.message}`);
  return { text: JSON.stringify(data), data };
}

function csvRecords(text: string): unknown {
  refuseLonger(text, LONGEST_CSV);
  try {
    return parseCsv(text, { columns: true, bom: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ReplyProblem(`The CSV can't be read: ${error.message}`);
  }
}

/** The placeholder of a hidden value without quotes: YAML would read it as a list. */
const bare =
  /(?<=^[ \t]*|[:?,[{-][ \t]+|[[{])\[(?:EMAIL|PHONE|CARD|IBAN|TOKEN)_\d{1,7}\](?=[ \t]*(?:[,}\]\r\n]|$))/gm;

function convertedYaml(reply: string): ConvertedText {
  const text = reply.replace(bare, '"$&"');
  let value: unknown;
  try {
    value = parsePlainYaml(text);
  } catch (error) {
    throw new ReplyProblem(`The YAML can't be read: ${(error as Error).message}`);
  }
  return { text, data: asJson(value) };
}

/** YAML knows more values than an output may hold, such as infinity. */
function asJson(value: unknown): unknown {
  const json = parseJson(JSON.stringify(value ?? null));
  if (!json) throw new ReplyProblem(`The content is nested more than ${MAX_NESTING} levels deep.`);
  return json.value;
}

function checkXml(text: string) {
  refuseLonger(text, LONGEST_PARSED);
  const result = XMLValidator.validate(text);
  if (result !== true) {
    const { msg, line } = result.err;
    throw new ReplyProblem(`The XML isn't well-formed, in line ${line}: ${msg.slice(0, 200)}`);
  }
}

function refuseLonger(text: string, most: number) {
  if (text.length > most) throw new ReplyProblem(`The reply has more than ${most} characters.`);
}
