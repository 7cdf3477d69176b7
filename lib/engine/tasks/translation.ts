import { z } from 'zod';
import { withoutFence } from '@/lib/engine/replies/fences';
import { defineTask } from './define-task';
import { findLanguage, languageName, languageTag } from './languages';

export const translation = defineTask({
  name: 'translation',
  summary: 'Translates a text into another language, with your own terms, and leaves its markup as it is.',
  options: z.strictObject({
    target_language: languageTag.describe('The language to translate into.'),
    source_language: languageTag.optional().describe('The language of the text; recognized if left out.'),
    glossary: z.record(z.string(), z.string()).default({}).describe('Term to its translation.'),
  }),
  output: z.object({
    text: z.string().describe('The translation.'),
    source_language: z.string().describe('As given, or as recognized; `und` if that is impossible.'),
    target_language: z.string(),
  }),
  temperature: 0.2,
  maxTokens: (textTokens) => 3 * textTokens + 100,
  usualTokens: (textTokens) => Math.ceil(1.3 * textTokens),
  takesTone: true,
  replyAs: () => 'prose',
  replySchema: () => null,
  prompt: ({ target_language, source_language, glossary }) =>
    [
      `Translate the material ${source_language ? `from ${languageName(source_language)} ` : ''}into ${languageName(target_language)}.`,
      'Leave markup as it is: Markdown, HTML tags and placeholders such as [EMAIL_1] or {{ name }}.',
      'If the material is in that language already, repeat it unchanged.',
      Object.keys(glossary).length > 0 && `Always translate these terms so: ${JSON.stringify(glossary)}`,
      'Reply with the translation alone.',
    ]
      .filter(Boolean)
      .join('\n'),
  read: ({ text, options, material }) => ({
    text: material.trimStart().startsWith('```') ? text.trim() : withoutFence(text),
    source_language: options.source_language ?? findLanguage(material),
    target_language: options.target_language,
  }),
  text: ({ text }) => text,
  division: {
    at: ['section', 'paragraph', 'line', 'sentence'],
    join: (outputs, { source_language, target_language }) => ({
      text: outputs.map(({ text }) => text).join('\n\n'),
      source_language: source_language ?? outputs[0]?.source_language ?? 'und',
      target_language,
    }),
    again: false,
  },
});
