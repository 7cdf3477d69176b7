import { z } from 'zod';
import { findLanguage } from '@/lib/engine/tasks/languages';
import { escapeMarkup } from '@/lib/providers/sandbox/formats/html';
import { type Algorithm, SANDBOX_NOTICE } from '@/lib/providers/sandbox/sandbox-work';
import { limitWords } from '@/lib/providers/sandbox/text/cut-text';
import { markLanguage } from '@/lib/providers/sandbox/text/mark-language';
import { plainSentence, splitSentences } from '@/lib/providers/sandbox/text/sentences';

const Options = z.object({
  format: z.enum(['text', 'markdown', 'html']),
  max_words: z.number().nullish(),
  language: z.string().nullish(),
});

const QUOTED_WORDS = 40;
const MORE_SENTENCES = 8;

/** Fills a template that repeats the instructions and the input. */
export const generate: Algorithm = ({ options, instructions, tone, text, thorough }) => {
  const { format, max_words, language } = Options.parse(options);
  const quoted = limitWords(plainSentence(text.slice(0, 4_000)), QUOTED_WORDS);
  const manner = tone === 'neutral' ? '' : ` in ${/^[aeiou]/.test(tone) ? 'an' : 'a'} ${tone} tone`;
  const paragraphs = [
    SANDBOX_NOTICE,
    ...(instructions.trim() ? [`It was asked${manner}: ${plainSentence(instructions)}`] : []),
    `The input was: ${quoted}`,
    ...(thorough ? [pointsOf(text)] : []),
  ];
  const whole = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
  const kept = max_words ? limitWords(whole, max_words) : whole;
  return inFormat(language ? markLanguage(kept, findLanguage(kept), language) : kept, format);
};

function pointsOf(text: string): string {
  const sentences = splitSentences(text).slice(0, MORE_SENTENCES);
  return sentences.length > 1 ? sentences.map((sentence) => `- ${plainSentence(sentence)}`).join('\n') : '';
}

function inFormat(text: string, format: 'text' | 'markdown' | 'html'): string {
  if (format !== 'html') return text;
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${escapeMarkup(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}
