import { z } from 'zod';
import { convertedText, joinConverted, tableHead } from '@/lib/engine/replies/converted-text';
import { withoutFence } from '@/lib/engine/replies/fences';
import { defineTask } from './define-task';
import { schemaOption } from './shared-options';

const formats = ['json', 'csv', 'yaml', 'xml', 'markdown', 'html', 'text'] as const;
type Format = (typeof formats)[number];

const options = z
  .strictObject({
    to: z.enum(formats).describe('The format wanted.'),
    from: z.enum(formats).optional().describe('The format given; found if left out.'),
    schema: schemaOption.optional().describe('The shape wanted, as a JSON Schema; only to `json`.'),
  })
  .superRefine(({ to, schema }, context) => {
    if (schema && to !== 'json') {
      context.addIssue({ code: 'custom', path: ['schema'], message: 'is only for converting to json' });
    }
  });

export const transformation = defineTask({
  name: 'transformation',
  summary: 'Brings the same content into another format: a table into JSON, notes into Markdown.',
  options,
  output: z.object({
    text: z.string().describe('The content in its new format.'),
    data: z.unknown().describe('Parsed, for `json`, `csv` and `yaml`; null for the others.'),
  }),
  temperature: 0,
  maxTokens: (textTokens) => 3 * textTokens + 500,
  usualTokens: (textTokens) => Math.ceil(1.3 * textTokens) + 20,
  takesTone: false,
  replyAs: ({ to }) => (isProse(to) ? 'prose' : 'source'),
  replySchema: () => null,
  prompt: ({ to, from, schema }) =>
    [
      `Convert the material ${from ? `from ${from} ` : ''}to ${to}. The content stays the same: leave nothing out, add nothing.`,
      schema && `The JSON fits this JSON Schema: ${JSON.stringify(schema)}`,
      to === 'csv' &&
        'Separate with commas, begin with a header line, and write nested values as JSON in a cell.',
      to === 'xml' && 'Put everything into one root element.',
      'Reply with the converted text alone.',
    ]
      .filter(Boolean)
      .join('\n'),
  read: ({ text, options: { to, schema } }) =>
    isProse(to) ? { text: withoutFence(text), data: null } : convertedText(text, to, schema),
  text: ({ text }) => text,
  writtenIn: ({ to }) => (to === 'markdown' || to === 'text' ? null : to),
  division: {
    at: ['section', 'paragraph', 'line'],
    head: (material, { from }) => (from === 'csv' ? tableHead(material) : ''),
    join: (outputs, { to }) => joinConverted(outputs, to),
    again: false,
  },
});

function isProse(to: Format): to is 'markdown' | 'html' | 'text' {
  return to === 'markdown' || to === 'html' || to === 'text';
}
