import { z } from 'zod';
import { withoutFence } from '@/lib/engine/replies/fences';
import { ReplyProblem } from '@/lib/engine/replies/problems';
import { defineTask } from './define-task';

const kinds = {
  reference: 'Write a reference: each part with its inputs, outputs and errors.',
  guide: 'Write a guide: the steps to a goal, in order.',
  readme: 'Write a readme: what it is, how to start it, how to use it.',
  docstrings: 'Repeat the code with docstrings added. Change nothing but comments.',
};

export const documentation = defineTask({
  name: 'documentation',
  summary: 'Writes documentation in Markdown about code, an API or a process.',
  options: z.strictObject({
    kind: z
      .enum(['reference', 'guide', 'readme', 'docstrings'])
      .default('reference')
      .describe('What to write.'),
    audience: z.string().min(1).max(2000).optional().describe('The people who read it.'),
    include_examples: z.boolean().default(true).describe('Whether it has examples.'),
  }),
  output: z.object({
    title: z.string().nullable().describe('Its first heading; null if it has none, as with `docstrings`.'),
    text: z.string().describe('Markdown without the title; with `docstrings` the code itself.'),
  }),
  temperature: 0.3,
  maxTokens: (textTokens, { kind }) => (kind === 'docstrings' ? 2 * textTokens + 1024 : 4096),
  usualTokens: (textTokens, { kind }) => (kind === 'docstrings' ? Math.ceil(1.4 * textTokens) + 50 : 800),
  takesTone: true,
  replyAs: () => 'prose',
  replySchema: () => null,
  prompt: ({ kind, audience, include_examples }) =>
    [
      "Document the material. Invent nothing that it doesn't say.",
      kinds[kind],
      audience && `It is read by: ${audience}`,
      include_examples ? 'Include examples.' : 'Include no examples.',
      kind === 'docstrings'
        ? 'Reply with the code alone.'
        : 'Reply with the Markdown alone. Its first line is the title, as "# Title".',
    ]
      .filter(Boolean)
      .join('\n'),
  read: ({ text, options }) => {
    const document = withoutFence(text);
    if (options.kind === 'docstrings') return { title: null, text: `${document}\n` };
    const [heading, title] = /^# +([^\n]+)(?:\n|$)/.exec(document) ?? [];
    if (heading === undefined || title === undefined) return { title: null, text: `${document}\n` };
    const body = document.slice(heading.length).trim();
    if (!body) throw new ReplyProblem('There is nothing after the title.');
    return { title: title.trim(), text: `${body}\n` };
  },
  text: ({ text }) => text,
});
