import { parse } from 'yaml';

/** Longest YAML (characters) that is parsed as such. */
const LONGEST = 131_072;
const DEEPEST = 20;
/** What a parser spends its time on: anchors and aliases, explicit keys, lists in lists on one line. */
const COSTLY = /(?:^|[\s[{,:-])[*&]\S|^[ \t]{0,80}(?:- ){0,9}\?(?:\s|$)|(?:-\s{1,9}){9}/m;

/**
 * The data of a YAML text. The parser calls itself at each level, which on some texts ends the whole process, and on
 * others its time grows with the square of their length, so only plain YAML reaches it.
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
