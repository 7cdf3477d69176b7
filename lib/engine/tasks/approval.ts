import { z } from 'zod';
import { workflowLimits } from '@/lib/config/limits';
import { parseJson } from '@/lib/engine/replies/json';
import { defineTask } from './define-task';

const { timeout } = workflowLimits.approval;

const options = z.strictObject({
  timeout: z
    .int()
    .min(timeout.min)
    .max(timeout.max)
    .default(timeout.default)
    .describe('How many seconds it waits; 7 days by default.'),
  on_timeout: z
    .enum(['FAIL', 'APPROVE', 'REFUSE'])
    .default('FAIL')
    .describe('What happens then. `REFUSE` fails as a refusal does.'),
});

export const approval = defineTask({
  name: 'approval',
  summary: 'Waits until a person approves, edits, or refuses a text. No model is called.',
  options,
  output: z.object({
    text: z.string().describe('The approved text.'),
    data: z.unknown().describe('Parsed, if the text is a JSON object or list; otherwise null.'),
    edited: z.boolean().describe('Whether the person changed it.'),
  }),
  temperature: 0,
  maxTokens: (textTokens) => textTokens,
  usualTokens: (textTokens) => textTokens,
  takesTone: false,
  replyAs: () => 'source',
  replySchema: () => null,
  prompt: () => '',
  read: ({ text }) => approved(text, false),
  text: ({ text }) => text,
  decision: { timeout: ({ timeout }) => timeout, onTimeout: ({ on_timeout }) => on_timeout, approved },
});

function approved(text: string, edited: boolean) {
  return { text, data: structureIn(text)?.value ?? null, edited };
}

/** The object or list that a text is as JSON; null for any other text, which may still look like a number. */
export function structureIn(text: string): { value: object } | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const { value } = parseJson(text) ?? {};
  return typeof value === 'object' && value !== null ? { value } : null;
}
