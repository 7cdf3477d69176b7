import { z } from 'zod';
import { parseJson } from '@/lib/engine/replies/json';
import { ReplyProblem } from '@/lib/engine/replies/problems';
import { readShape, replySchema } from '@/lib/engine/replies/reply-shape';
import { schemaFailures } from '@/lib/engine/replies/schema-failures';
import { defineTask } from './define-task';
import { schemaOption } from './shared-options';

const options = z
  .strictObject({
    rules: z.array(z.string().min(1).max(2000)).min(1).max(50).optional().describe('Rules in words.'),
    schema: schemaOption.optional().describe('A JSON Schema, for input that is JSON.'),
  })
  .superRefine(({ rules, schema }, context) => {
    if (!rules && !schema) {
      context.addIssue({ code: 'custom', message: 'rules, schema, or both must be given.' });
    }
  });

const failure = z.object({
  rule: z.string().describe('The rule as you wrote it, or `schema`.'),
  path: z.string().nullable().describe('Where it is in the data; null for rules in words.'),
  message: z.string(),
});
type Failure = z.infer<typeof failure>;

const reply = z.object({ failures: z.array(failure.pick({ rule: true, message: true })) });

export const validation = defineTask({
  name: 'validation',
  summary: 'Checks a text or data against rules in words, a JSON Schema, or both, and says which fail.',
  options,
  output: z.object({ valid: z.boolean(), failures: z.array(failure) }),
  temperature: 0,
  maxTokens: (_, { rules = [] }) => 200 + 120 * rules.length,
  usualTokens: (_, { rules = [] }) => (rules.length > 0 ? 20 + 20 * rules.length : 0),
  takesTone: false,
  replyAs: () => 'json',
  replySchema: () => replySchema(reply),
  prompt: ({ rules = [] }) =>
    [
      'Check whether the material keeps each of these rules:',
      ...rules.map((rule) => `- ${rule}`),
      'Report those that it breaks, and none that it keeps.',
      'Reply with one JSON object: {"failures": [{"rule": the rule word for word, "message": what breaks it}]}. If all are kept, the list is empty.',
    ].join('\n'),
  read: ({ text, options: { rules = [], schema }, material }) => {
    const written = new Map(rules.map((rule) => [bare(rule), rule] as const).reverse());
    const byModel = readShape(text, reply).failures.map(({ rule, message }) => ({
      rule: asWritten(rule, written),
      path: null,
      message,
    }));
    return verdict([...byModel, ...(schema ? bySchema(material, schema) : [])]);
  },
  text: ({ valid, failures }) =>
    valid
      ? 'valid'
      : failures.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('\n'),
  withoutModel: {
    applies: ({ rules, schema }) => schema !== undefined && !rules,
    read: (material, { schema }) => verdict(bySchema(material, schema ?? {})),
    tooMuchWork: (problem) => verdict([ofSchema({ path: '', message: problem })]),
  },
});

function verdict(failures: Failure[]) {
  return { valid: failures.length === 0, failures };
}

function bySchema(material: string, schema: Record<string, unknown>): Failure[] {
  const json = parseJson(material.trim());
  if (!json) return [ofSchema({ path: '', message: 'It must be JSON, nested at most 100 levels.' })];
  return schemaFailures(json.value, schema).map(ofSchema);
}

const ofSchema = (found: { path: string; message: string }): Failure => ({ rule: 'schema', ...found });

/** @param rules as they were written, by their bare forms */
function asWritten(rule: string, rules: ReadonlyMap<string, string>): string {
  const written = rules.get(bare(rule));
  if (written === undefined) throw new ReplyProblem(`At failures: "${rule}" isn't one of the rules.`);
  return written;
}

/** A rule without the details that models change when they repeat it. */
function bare(rule: string): string {
  const words = rule.toLowerCase().replace(/^[\s"'-]+/, '');
  let end = words.length;
  while (end > 0 && /[\s"'.]/.test(words.charAt(end - 1))) end -= 1;
  return words.slice(0, end);
}
