import { z } from 'zod';
import { findLanguage } from '@/lib/engine/tasks/languages';
import type { Algorithm } from '@/lib/providers/sandbox/sandbox-work';
import { isSameLanguage, markLanguage } from '@/lib/providers/sandbox/text/mark-language';

const Options = z.object({
  target_language: z.string(),
  source_language: z.string().nullish(),
  glossary: z.record(z.string(), z.string()),
});

/** Parts that a translation leaves alone: tags, placeholders, code and addresses. */
const MARKUP =
  /<[^<>]{1,2000}>|\{\{[^{}]{0,500}\}\}|\{%[^{}]{0,500}%\}|\$?\{[^{}\s]{0,200}\}|%[sd]|`[^`\n]{1,500}`|https?:\/\/\S{1,500}|\[\[[^[\]\n]{1,200}\]\]/;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]{0,60}/u;
const PIECE = new RegExp(`${MARKUP.source}|(?<word>${WORD.source})`, 'gu');

/** Inserts the glossary's terms, and marks before the first word that the rest wasn't translated. */
export const translate: Algorithm = ({ options, text }) => {
  const { target_language: target, source_language, glossary } = Options.parse(options);
  const source = source_language ?? findLanguage(text);
  if (isSameLanguage(source, target)) return text;
  return markLanguage(replaceTerms(text, glossary), source, target);
};

function replaceTerms(text: string, glossary: Record<string, string>): string {
  const terms = termsByFirstWord(glossary);
  if (terms.size === 0) return text;
  let result = '';
  let done = 0;
  for (const match of text.matchAll(PIECE)) {
    const { index, groups } = match;
    const word = groups?.word?.toLowerCase();
    if (word === undefined || index < done) continue;
    const term = terms.get(word)?.find(([written]) => isTermAt(text, index, written));
    if (!term) continue;
    result += text.slice(done, index) + term[1];
    done = index + term[0].length;
  }
  return result + text.slice(done);
}

/** The terms that begin with each word, longest first, so that a text is read once however many there are. */
function termsByFirstWord(glossary: Record<string, string>): Map<string, [string, string][]> {
  const terms = new Map<string, [string, string][]>();
  const longestFirst = Object.entries(glossary).sort(([one], [other]) => other.length - one.length);
  for (const entry of longestFirst) {
    const first = new RegExp(`^${WORD.source}`, 'u').exec(entry[0])?.[0].toLowerCase();
    if (first === undefined) continue;
    const known = terms.get(first);
    if (known) known.push(entry);
    else terms.set(first, [entry]);
  }
  return terms;
}

function isTermAt(text: string, index: number, term: string): boolean {
  const end = index + term.length;
  return (
    text.slice(index, end).toLowerCase() === term.toLowerCase() &&
    !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2))
  );
}
