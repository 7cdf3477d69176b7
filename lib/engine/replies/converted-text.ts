import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import { stringify as stringifyCsv } from 'csv-stringify/sync';
import { XMLValidator } from 'fast-xml-parser';
import { parse, stringify as stringifyYaml } from 'yaml';
import { ReplyProblem } from '@/lib/engine/replies/problems';
import { withoutFence } from './fences';
import { MAX_NESTING, parseJson, readJson } from './json';
import { fitTypes } from './reply-shape';
import { schemaFailures } from './schema-failures';

/** A text in its new format, with its content. */
interface ConvertedText {
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

const XML_DECLARATION = /^<\?xml[^>]*\?>\s*/;
const XML_OPENING = /^<([^\s/>]+)[^>]*>/;

/** Puts converted pieces together, in their order, so that the whole parses in its format too. */
export function joinConverted(pieces: ConvertedText[], to: string): ConvertedText {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  if (to === 'xml') return { text: joinXml(pieces.map(({ text }) => text)), data: null };
  // Lists continue in the next piece; other contents become the entries of one list.
  const data = pieces.flatMap((piece) => piece.data);
  if (to === 'json') return { text: JSON.stringify(data), data };
  if (to === 'yaml') return { text: stringifyYaml(data), data };
  if (to === 'csv') return { text: stringifyCsv(data, { header: true, columns: columnsOf(data) }), data };
  return { text: pieces.map(({ text }) => text).join('\n\n'), data: null };
}

/** The columns of all records, in the order in which they come up. */
function columnsOf(records: unknown[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record ?? {})))];
}

/** The contents of all roots within the first; roots of different names stay whole, within a new one. */
function joinXml(texts: string[]): string {
  const documents = texts.map((text) => text.replace(XML_DECLARATION, '').trim());
  const [root, ...others] = documents.map((text) => XML_OPENING.exec(text)?.[1]);
  const opening = XML_OPENING.exec(documents[0] ?? '')?.[0];
  const same = root !== undefined && others.every((name) => name === root);
  const closable = documents.every((text) => text.endsWith(`</${root}>`));
  if (!same || !closable) return `<items>\n${documents.join('\n')}\n</items>`;
  const contents = documents.map((text) => text.slice(text.indexOf('>') + 1, -`</${root}>`.length).trim());
  return `${opening}\n${contents.join('\n')}\n</${root}>`;
}

/** Longest YAML (characters) that is parsed as such. */
const LONGEST = 131_072;
const DEEPEST = 20;
/** Syntax that a parser spends its time on: anchors and aliases, explicit keys, lists in lists on one line. */
const COSTLY = /(?:^|[\s[{,:-])[*&]\S|^[ \t]{0,80}(?:- ){0,9}\?(?:\s|$)|(?:-\s{1,9}){9}/m;

/**
 * The data of a YAML text. Only plain YAML reaches the parser. It recurses at each level, which can crash the process.
 * On some texts, its time grows with the square of their length.
 * @throws Error if it isn't YAML, or isn't plain
 */
export function parsePlainYaml(text: string): unknown {
  if (text.length > LONGEST || COSTLY.test(text) || !isFlat(text))
    throw new Error(
      "It isn't plain YAML of at most 131072 characters, without anchors, aliases and explicit keys.",
    );
  return parse(text, { prettyErrors: false, logLevel: 'error', uniqueKeys: false });
}

/** Whether brackets, in quotes or not, are all closed and nested within the depth. */
function isFlat(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[{\]}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > DEEPEST || depth < 0) return false;
  }
  return depth === 0;
}
