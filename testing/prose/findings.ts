import type { Nodes } from 'nlcst';
import { toString as textOf } from 'nlcst-to-string';
import retextEnglish from 'retext-english';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { commentRules } from './comment-rules';
import type { Passage } from './passages';
import { longestSentence, type ProseRule, rules } from './rules';
import { specTexts } from './spec-texts';

export interface Finding {
  /** Characters before it in the file. */
  offset: number;
  message: string;
}

const english = unified().use(retextEnglish);

const compiled = (list: ProseRule[]) =>
  list.map(({ pattern, better, reason }) => ({
    pattern: new RegExp(pattern.replaceAll(' ', '\\s+'), 'gi'),
    advice: `Better: ${better} (${reason}).`,
  }));

const patternsOfTexts = compiled(rules);
const patternsOfComments = compiled([...rules, ...commentRules]);

/** The findings in a passage, sentence by sentence. Texts that the specification quotes are exempt. */
export function findingsIn({ text, offset, isComment = false }: Passage): Finding[] {
  const patterns = isComment ? patternsOfComments : patternsOfTexts;
  const ours = specTexts.reduce(
    (rest, quoted) => rest.replaceAll(quoted, (found) => ' '.repeat(found.length)),
    // The parser takes "in." for inches and "50." for an ordinal. Here they end sentences.
    text.replaceAll('’', "'").replace(/(\bin|\d)\.(?=\s)/g, '$1!'),
  );
  const findings: Finding[] = [];
  visit(english.parse(ours) as Nodes, 'SentenceNode', (sentence) => {
    const start = offset + (sentence.position?.start.offset ?? 0);
    const said = textOf(sentence);
    for (const { pattern, advice } of patterns)
      for (const { 0: found, index } of said.matchAll(pattern))
        findings.push({
          offset: start + index,
          message: `"${found.trim().replace(/\s+/g, ' ')}". ${advice}`,
        });
    const words = Math.max(...said.split(';').map(wordsIn));
    if (words > longestSentence && (isComment || /[.!?:]\W*$/.test(said)))
      findings.push({
        offset: start,
        message: `${words} words. Split the sentence: ${longestSentence} at most.`,
      });
  });
  return findings;
}

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
