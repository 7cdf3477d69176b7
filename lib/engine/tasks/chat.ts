import { z } from 'zod';
import { readJson } from '@/lib/engine/replies/json';
import { ReplyProblem } from '@/lib/engine/replies/problems';
import { fitTypes } from '@/lib/engine/replies/reply-shape';
import { schemaCheck } from '@/lib/engine/replies/schema-failures';
import { defineTask } from './define-task';
import { schemaOption } from './shared-options';

const role = z.enum(['system', 'user', 'assistant']);

export const chat = defineTask({
  name: 'chat',
  summary: 'Continues a conversation: a model gets its messages as they are, and its reply is the output.',
  options: z.strictObject({
    messages: z
      .array(z.strictObject({ role, content: z.string() }))
      .default([])
      .describe('The messages before the text, each with `role` (system, user, assistant) and `content`.'),
    role: role.default('user').describe('The speaker of the text, which is the last message.'),
    schema: schemaOption.optional().describe('A JSON Schema that the reply must fit; its text is then JSON.'),
  }),
  output: z.object({ text: z.string().describe('The reply as the model wrote it; with `schema`, JSON.') }),
  temperature: 1,
  // As many as most models give: no caller expects a shorter reply by default.
  maxTokens: () => 16_384,
  usualTokens: () => 400,
  takesTone: false,
  replyAs: ({ schema }) => (schema ? 'json' : 'prose'),
  replySchema: ({ schema }) => schema ?? null,
  prompt: () => '',
  conversation: ({ messages, role: speaker }, material) => [
    ...messages,
    { role: speaker, content: material },
  ],
  read: ({ text, options: { schema } }) => {
    if (text.trim() === '') throw new ReplyProblem('The reply is empty.');
    if (!schema) return { text };
    const value = fitTypes(readJson(text), schema);
    const [failure] = schemaCheck(schema)(value);
    if (failure) throw new ReplyProblem(`At ${failure.path || 'the top'}: ${failure.message}`);
    return { text: JSON.stringify(value) };
  },
  text: ({ text }) => text,
});
