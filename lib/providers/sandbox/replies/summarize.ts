import { z } from 'zod';
import { findLanguage } from '@/lib/engine/tasks/languages';
import { htmlToText } from '@/lib/providers/sandbox/formats/html';
import type { Algorithm } from '@/lib/providers/sandbox/sandbox-work';
import { contentWords, scoreSentences } from '@/lib/providers/sandbox/text/content-words';
import { countWords, limitWords } from '@/lib/providers/sandbox/text/cut-text';
import { markLanguage } from '@/lib/providers/sandbox/text/mark-language';
import { plainSentence, splitSentences } from '@/lib/providers/sandbox/text/sentences';

const Options = z.object({
  max_words: z.number(),
  format: z.enum(['paragraph', 'bullets']),
  focus: z.string().nullish(),
  language: z.string().nullish(),
});

/** Without more room being asked for, a summary is a third of its text. */
const SHARE = 1 / 3;
const LEAST_WORDS = 25;

/** Takes the most important sentences, in their order, as many as fit in `max_words`. */
export const summarize: Algorithm = ({ options, text, thorough }) => {
  const { max_words, format, focus, language } = Options.parse(options);
  const sentences = withoutRepetitions(readableSentences(text));
  const most = thorough
    ? max_words
    : Math.min(max_words, Math.max(LEAST_WORDS, Math.round(wordsOf(sentences) * SHARE)));
  const chosen = chooseSentences(sentences, scoreSentences(sentences, focus ?? ''), most);
  const summary =
    format === 'bullets' ? chosen.map((sentence) => `- ${sentence}`).join('\n') : joinSentences(chosen);
  return language ? markLanguage(summary, findLanguage(text), language) : summary;
};

/** Headings and markup name a text's subject, but they aren't sentences of it. */
function readableSentences(text: string): string[] {
  const all = splitSentences(htmlToText(text));
  const prose = all.filter((sentence) => !/^#{1,6}\s|^[-=|:\s]+$/.test(sentence));
  return (prose.length > 0 ? prose : all).map(plainSentence).filter((sentence) => sentence !== '');
}

/** Each sentence once, although others repeat it with other numbers, as the lines of a log do. */
function withoutRepetitions(sentences: readonly string[]): string[] {
  const known = new Set<string>();
  return sentences.filter((sentence) => {
    const words = new Set(contentWords(sentence).filter((word) => !/\p{N}/u.test(word)));
    const key = words.size > 0 ? [...words].sort().join(' ') : sentence;
    return !known.has(key) && known.add(key);
  });
}

const wordsOf = (sentences: readonly string[]): number =>
  sentences.reduce((sum, sentence) => sum + countWords(sentence), 0);

function chooseSentences(
  sentences: readonly string[],
  scores: readonly number[],
  mostWords: number,
): string[] {
  const byScore = sentences.map((_, index) => index);
  byScore.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other);
  const chosen = new Set<number>();
  let room = mostWords;
  for (const index of byScore) {
    // A bullet's dash counts as a word if words are counted between spaces.
    const words = countWords(sentences[index] ?? '') + 1;
    if (words > room) continue;
    chosen.add(index);
    room -= words;
  }
  if (chosen.size > 0) return sentences.filter((_, index) => chosen.has(index));
  const best = sentences[byScore[0] ?? 0] ?? '';
  return [limitWords(best, mostWords - 1)];
}

function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((text, sentence) => {
    // Chinese and Japanese put no space behind a sentence.
    const space = text === '' || /[。！？]$/u.test(text) ? '' : ' ';
    return text + space + closed(sentence);
  }, '');
}

/** A line of a list or a table, with a full stop, so that the next one doesn't run on. */
const closed = (sentence: string): string => (/[\p{L}\p{N})%]$/u.test(sentence) ? `${sentence}.` : sentence);
