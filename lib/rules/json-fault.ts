/** A token of JSON after white space: a mark, a string, or another scalar. */
const token =
  /[ \t\n\r]*(?:([{}[\],:])|("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/** The next token. `first…` follows an opening bracket, which may be closed at once. */
type Expected = 'value' | 'firstValue' | 'name' | 'firstName' | 'colon' | 'commaOrEnd' | 'nothing';

/**
 * The place at which a text stops being JSON, in characters; its length if it ends too early, null if it's JSON. Browsers name the
 * place in different ways, or not at all.
 */
export function jsonFault(text: string): number | null {
  const open: ('[' | '{')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  while (true) {
    token.lastIndex = at;
    const found = token.exec(text);
    const start = skipSpace(text, at);
    if (!found) return start === text.length && expected === 'nothing' ? null : start;
    const [, mark, string] = found;
    const next = follow(expected, mark ?? (string === undefined ? 'scalar' : 'string'), open);
    if (next === null) return start;
    expected = next;
    at = token.lastIndex;
  }
}

/** The tokens that may follow a token; null if it isn't expected. @param open the brackets that are open, which it opens and closes */
function follow(expected: Expected, found: string, open: ('[' | '{')[]): Expected | null {
  const inside = open.at(-1);
  const isEnd = (found === ']' && inside === '[') || (found === '}' && inside === '{');
  if (isEnd && ['firstValue', 'firstName', 'commaOrEnd'].includes(expected)) {
    open.pop();
    return open.length > 0 ? 'commaOrEnd' : 'nothing';
  }
  switch (expected) {
    case 'value':
    case 'firstValue':
      if (found === '[' || found === '{') {
        open.push(found);
        return found === '[' ? 'firstValue' : 'firstName';
      }
      if (found !== 'string' && found !== 'scalar') return null;
      return inside ? 'commaOrEnd' : 'nothing';
    case 'name':
    case 'firstName':
      return found === 'string' ? 'colon' : null;
    case 'colon':
      return found === ':' ? 'value' : null;
    case 'commaOrEnd':
      if (found !== ',') return null;
      return inside === '[' ? 'value' : 'name';
    case 'nothing':
      return null;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text[at] ?? '')) at += 1;
  return at;
}

/** The line of a character, and its place in it, both from 1. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}
