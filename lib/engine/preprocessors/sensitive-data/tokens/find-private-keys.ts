import type { Span } from '@/lib/engine/preprocessors/sensitive-data/finding';

const RULE = '-----';
const header = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const footer = /-----END [A-Z0-9 ]{0,80}-----/y;
/** Less is no key, but the two lines quoted in a sentence. */
const keyMaterial = /[A-Za-z0-9+/]{16}/;
/** A line of an unfinished block: its beginning in a comment, a quotation or a string, and what a key consists of. */
const keyLine =
  /(?:\r?\n|\\r\\n|\\n|^)[ \t>#*"'+]{0,20}(?:(?:Version|Comment|Proc-Type|DEK-Info|Hash|Charset)[^\n]{0,200}|[A-Za-z0-9+/=]{1,200})?["'+ \t,]{0,8}(?=\r?\n|\\n|\\r|$|["'])/y;

/** Finds blocks of private keys in PEM's and PGP's armor, whole or cut off. Reads every part of a text once. */
export function findPrivateKeys(text: string): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(header)) {
    const body = match.index + match[0].length;
    const rule = text.indexOf(RULE, body);
    const end = blockEnd(text, body, rule < 0 ? text.length : rule);
    if (keyMaterial.test(text.slice(body, end))) found.push({ start: match.index, end });
    if (rule < 0) break;
  }
  return found;
}

/** The end of the block whose body lies between a place and the next rule. */
function blockEnd(text: string, body: number, rule: number): number {
  footer.lastIndex = rule;
  const last = footer.exec(text);
  if (last) return footer.lastIndex;
  let end = body;
  keyLine.lastIndex = body;
  for (
    let line = keyLine.exec(text);
    line && keyLine.lastIndex <= rule && line[0] !== '';
    line = keyLine.exec(text)
  ) {
    if (keyMaterial.test(line[0]) || /[A-Za-z0-9]=*["']?$/.test(line[0])) end = keyLine.lastIndex;
  }
  return end;
}
