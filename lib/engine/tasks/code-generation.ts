import { z } from 'zod';
import { fencedBlocks } from '@/lib/engine/replies/fences';
import { ReplyProblem } from '@/lib/engine/replies/problems';
import { defineTask } from './define-task';

export const codeGeneration = defineTask({
  name: 'code-generation',
  summary: 'Writes code from a description: a function, a query, a configuration.',
  options: z.strictObject({
    language: z.string().min(1).max(100).describe('The programming language.'),
    framework: z.string().min(1).max(200).optional().describe('What it is to be written for.'),
    include_tests: z.boolean().default(false).describe('Write tests too.'),
  }),
  output: z.object({
    code: z.string().describe('Plain source, without fences.'),
    language: z.string().describe('As given.'),
    tests: z.string().nullable().describe('Plain source; null unless asked for.'),
    explanation: z.string().describe('What the model says about it; empty if it says nothing.'),
  }),
  temperature: 0.2,
  maxTokens: (_, { include_tests }) => (include_tests ? 8192 : 4096),
  usualTokens: (_, { include_tests }) => (include_tests ? 900 : 500),
  takesTone: false,
  replyAs: () => 'source',
  replySchema: () => null,
  prompt: ({ language, framework, include_tests }) =>
    [
      `Write ${language} code that does what the material describes${framework ? `, for ${framework}` : ''}.`,
      'Reply with the code in one fenced block.',
      include_tests && 'Put its tests into a second fenced block.',
      'After that, explain it in a few sentences, without code.',
    ]
      .filter(Boolean)
      .join('\n'),
  read: ({ text, options: { language, include_tests } }) => {
    const { blocks, before, after } = fencedBlocks(text);
    const [code = `${text.trim()}\n`, tests] = blocks;
    if (!code.trim()) throw new ReplyProblem('There is no code.');
    if (include_tests && !tests?.trim()) {
      throw new ReplyProblem('There is no second fenced block with the tests.');
    }
    return {
      code,
      language,
      tests: include_tests && tests ? tests : null,
      explanation: blocks.length > 0 ? after || before : '',
    };
  },
  text: ({ code }) => code,
});
