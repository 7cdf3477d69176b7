import { z } from 'zod';
import { type Algorithm, SANDBOX_NOTICE } from '@/lib/providers/sandbox/sandbox-work';
import { fillSchema } from './fill-schema';
import { generate } from './generate';

const Options = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  schema: z.record(z.string(), z.unknown()).nullish(),
});

/** Repeats what the system messages ask for, and the last message; or fills the schema of the reply. */
export const chat: Algorithm = ({ options, instructions, ...work }) => {
  const { messages, schema } = Options.parse(options);
  if (schema) return JSON.stringify(fillSchema(schema, SANDBOX_NOTICE));
  const asked = messages.flatMap(({ role, content }) => (role === 'system' ? content : []));
  return generate({
    ...work,
    instructions: [instructions, ...asked].join('\n').trim(),
    options: { format: 'text' },
  });
};
