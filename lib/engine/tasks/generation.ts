import { z } from 'zod';
import { withoutFence } from '@/lib/engine/replies/fences';
import { defineTask } from './define-task';
import { languageName, languageTag } from './languages';

const forms = {
  text: 'Write plain text, without Markdown or HTML.',
  markdown: 'Write Markdown.',
  html: 'Write a fragment of HTML, without html, head and body.',
};

/** Tokens of a text if the options name no length. */
const USUAL_TOKENS = 400;

export const generation = defineTask({
  name: 'generation',
  summary: 'Writes a new text from an input and instructions: a reply, a product description, a notice.',
  options: z.strictObject({
    format: z.enum(['text', 'markdown', 'html']).default('text').describe('How it is written.'),
    max_words: z.number().int().min(1).max(10_000).optional().describe('Most words of the text.'),
    language: languageTag.optional().describe("The language to write in; the input's if left out."),
  }),
  output: z.object({ text: z.string().describe("The text as the model wrote it; HTML isn't sanitized.") }),
  temperature: 0.7,
  maxTokens: (_, { max_words }) => (max_words ? 2 * max_words + 100 : 2048),
  usualTokens: (_, { max_words }) =>
    max_words ? Math.min(Math.ceil(1.4 * max_words), USUAL_TOKENS) : USUAL_TOKENS,
  takesTone: true,
  replyAs: () => 'prose',
  replySchema: () => null,
  prompt: ({ format, max_words, language }) =>
    [
      'Write the text that the instructions ask for, from the material.',
      forms[format],
      max_words && `Write at most ${max_words} words.`,
      language ? `Write in ${languageName(language)}.` : 'Write in the language of the material.',
      'Reply with the text alone, without a heading or a greeting that nobody asked for.',
    ]
      .filter(Boolean)
      .join('\n'),
  read: ({ text }) => ({ text: withoutFence(text) }),
  text: ({ text }) => text,
  writtenIn: ({ format }) => (format === 'html' ? 'html' : null),
});
