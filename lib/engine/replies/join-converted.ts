import { stringify as stringifyCsv } from 'csv-stringify/sync';
import { stringify as stringifyYaml } from 'yaml';
import type { ConvertedText } from './converted-text';

const XML_DECLARATION = /^<\?xml[^>]*\?>\s*/;
const XML_OPENING = /^<([^\s/>]+)[^>]*>/;

/** Puts converted pieces together, in their order, so that the whole parses in its format too. */
export function joinConverted(pieces: ConvertedText[], to: string): ConvertedText {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  if (to === 'xml') return { text: joinXml(pieces.map(({ text }) => text)), data: null };
  // Lists go on in the next piece; other contents become the entries of one.
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
