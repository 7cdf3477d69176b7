import { z } from 'zod';
import { withoutFence } from '@/lib/engine/replies/fences';
import { defineTask } from './define-task';
import { languageName, languageTag } from './languages';

const BULLET = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/;

export const summarization = defineTask({
  name: 'summarization',
  summary: 'Shortens a text, as a paragraph or as bullet points, without adding to it.',
  options: z.strictObject({
    max_words: z.number().int().min(10).max(2000).default(150).describe('Most words of the summary.'),
    format: z
      .enum(['paragraph', 'bullets'])
      .default('paragraph')
      .describe('Running text, or lines that begin with `- `.'),
    focus: z.string().min(1).max(2000).optional().describe('What matters to the reader.'),
    language: languageTag.optional().describe("The language to write in; the input's if left out."),
  }),
  output: z.object({ summary: z.string().describe('The summary; with `bullets` one point per line.') }),
  temperature: 0.2,
  maxTokens: (_, { max_words }) => 2 * max_words + 100,
  usualTokens: (textTokens, { max_words }) => Math.min(Math.ceil(1.4 * max_words), Math.max(textTokens, 1)),
  takesTone: true,
  replyAs: () => 'prose',
  replySchema: () => null,
  prompt: ({ max_words, format, focus, language }) =>
    [
      `Summarize the material in at most ${max_words} words. Add nothing that isn't in it.`,
      format === 'bullets'
        ? 'Write bullet points: one line per point, each beginning with "- ".'
        : 'Write one paragraph of running text.',
      focus && `What matters to the reader: ${focus}`,
      language ? `Write in ${languageName(language)}.` : 'Write in the language of the material.',
      'Reply with the summary alone.',
    ]
      .filter(Boolean)
      .join('\n'),
  read: ({ text, options }) => {
    const summary = withoutFence(text);
    return { summary: options.format === 'bullets' ? asBullets(summary) : summary };
  },
  text: ({ summary }) => summary,
  division: {
    at: ['section', 'paragraph', 'line', 'sentence'],
    join: (outputs, { format }) => ({
      summary: outputs.map(({ summary }) => summary).join(format === 'bullets' ? '\n' : '\n\n'),
    }),
    again: true,
  },
});

/** One line per point, each with the same mark; words before the first point are dropped. */
function asBullets(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  const first = lines.findIndex((line) => BULLET.test(line));
  if (first < 0) return lines.map((line) => `- ${line.trim()}`).join('\n');
  const points: string[][] = [];
  for (const line of lines.slice(first)) {
    if (BULLET.test(line)) points.push([line.replace(BULLET, '').trim()]);
    else points.at(-1)?.push(line.trim());
  }
  return points.map((words) => `- ${words.join(' ')}`).join('\n');
}
