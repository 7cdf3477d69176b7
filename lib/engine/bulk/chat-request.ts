import { z } from 'zod';
import { workflowLimits } from '@/lib/config/limits';
import { plannedStep } from '@/lib/engine/planning/plan-steps';
import { schemaOption } from '@/lib/engine/tasks/shared-options';
import type { Strategy, Workflow } from '@/lib/engine/workflow';

/** The only endpoint that requests of a batch may name. */
export const chatEndpoint = '/v1/chat/completions';

const textPart = z.strictObject({
  type: z.literal('text', 'must be text. Only text can be sent.'),
  text: z.string('must be a string.'),
});
const content = z.union([z.string(), z.array(textPart).min(1)], {
  error: 'must be a text, or a list of parts of text.',
});
/** A check whose failure is that the engine can't follow the parameter, rather than that its value is wrong. */
const unsupportedUnless = <Schema extends z.ZodType>(accepted: Schema, message: string) =>
  z.custom<z.output<Schema>>((value) => accepted.safeParse(value).success, {
    message,
    params: { code: 'unsupported_parameter' },
  });

/** An empty field of a reply, which clients send back with its message. */
const emptyField = unsupportedUnless(
  z.union([z.null(), z.array(z.never())]).optional(),
  "isn't supported. Leave it out.",
).optional();
const message = z.strictObject(
  {
    role: z.enum(
      ['system', 'developer', 'user', 'assistant'],
      'must be system, developer, user, or assistant.',
    ),
    content,
    ...{
      refusal: emptyField,
      annotations: emptyField,
      audio: emptyField,
      tool_calls: emptyField,
      function_call: emptyField,
    },
  },
  'must be an object with role and content.',
);

const name = z.string('must be a string.').max(64, 'must have at most 64 characters.');
const responseFormat = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('text') }),
    z.strictObject({ type: z.literal('json_object') }),
    z.strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({
        name,
        description: z.string('must be a string.').nullish(),
        // A reply that doesn't fit fails either way.
        strict: z.boolean('must be true or false.').nullish(),
        schema: z.record(z.string(), z.unknown(), 'must be a JSON Schema.'),
      }),
    }),
  ],
  'must have the type text, json_object, or json_schema.',
);

/** A parameter that the engine can't follow, with the one value that changes nothing. */
const onlyDefault = (value: string | number | boolean) =>
  unsupportedUnless(
    z.literal(value).nullish(),
    `isn't supported, except for ${value}. Leave it out.`,
  ).nullish();

const { min, max } = workflowLimits.temperature;
const between = `must be a number from ${min} to ${max}.`;
const tokens = z
  .number('must be a whole number of at least 1.')
  .int('must be a whole number of at least 1.')
  .min(1, 'must be a whole number of at least 1.')
  .nullish();

/** The chat completion that a line asks for: what the engine can do, without defaults. */
const chatBody = z
  .strictObject(
    {
      model: z
        .string('must be a model, such as sandbox/fast, or auto.')
        .min(1, "mustn't be empty.")
        .max(200, 'has at most 200 characters.'),
      messages: z.array(message, 'must be a list of messages.').min(1, 'must have at least one message.'),
      temperature: z.number(between).min(min, between).max(max, between).nullish(),
      max_tokens: tokens,
      max_completion_tokens: tokens,
      response_format: responseFormat.nullish(),
      // These change no reply.
      user: z.string('must be a string.').nullish(),
      metadata: z.record(z.string(), z.string(), 'must be an object of strings.').nullish(),
      // The engine's replies are like this anyway.
      ...{
        n: onlyDefault(1),
        stream: onlyDefault(false),
        store: onlyDefault(false),
        logprobs: onlyDefault(false),
      },
      ...{ top_p: onlyDefault(1), presence_penalty: onlyDefault(0), frequency_penalty: onlyDefault(0) },
    },
    'must be an object with model and messages.',
  )
  .superRefine(({ messages, max_tokens, max_completion_tokens }, context) => {
    if (max_tokens != null && max_completion_tokens != null && max_tokens !== max_completion_tokens)
      context.addIssue({
        code: 'custom',
        path: ['max_tokens'],
        message: 'is another than max_completion_tokens. Send one of them.',
      });
    if (textOf(messages.at(-1)?.content ?? '').trim() === '')
      context.addIssue({
        code: 'custom',
        path: ['messages'],
        message: 'must end with a message that has a text.',
      });
  });

export type ChatBody = z.infer<typeof chatBody>;

/** A line of a batch's file. */
export const chatLine = z.strictObject(
  {
    custom_id: z
      .string('must be a string.')
      .min(1, "mustn't be empty.")
      .max(512, 'must have at most 512 characters.'),
    method: z.literal('POST', 'must be POST.'),
    url: z.literal(chatEndpoint, `must be ${chatEndpoint}.`),
    body: chatBody,
  },
  'must be an object with custom_id, method, url, and body.',
);

export type ChatLine = z.infer<typeof chatLine>;

/** Why the schema of a reply can't be used; null if it can, or if there is none. */
export function schemaProblem({ response_format: format }: ChatBody): string | null {
  if (format?.type !== 'json_schema') return null;
  const checked = schemaOption.safeParse(format.json_schema.schema);
  return checked.success ? null : (checked.error.issues[0]?.message ?? 'must be a JSON Schema');
}

type Content = ChatBody['messages'][number]['content'];

const textOf = (sent: Content): string =>
  typeof sent === 'string' ? sent : sent.map(({ text }) => text).join('\n');

const strategies: Record<string, Strategy> = {
  auto: 'BALANCED',
  'auto/quality': 'QUALITY',
  'auto/speed': 'SPEED',
  'auto/cost': 'COST',
};

/** The model that a body names: null, with a strategy, if routing is to choose. */
export const modelOf = ({ model }: Pick<ChatBody, 'model'>): { model: string | null; strategy: Strategy } =>
  Object.hasOwn(strategies, model)
    ? { model: null, strategy: strategies[model] ?? 'BALANCED' }
    : { model, strategy: 'BALANCED' };

/** The most tokens of a reply; null if the body sets no limit. */
export const maxTokensOf = ({ max_tokens, max_completion_tokens }: ChatBody): number | null =>
  max_completion_tokens ?? max_tokens ?? null;

/** The workflow of one step that requests a checked completion. Its texts aren't templates. */
export function chatWorkflow(name: string, body: ChatBody): Workflow {
  const { messages, temperature, response_format: format } = body;
  const turns = messages.map(({ role, content: sent }) => ({
    role: role === 'developer' ? ('system' as const) : role,
    content: textOf(sent),
  }));
  const last = turns.at(-1);
  const schema = replySchema(format);
  const readsNothing = { steps: [], roots: [] };
  const step = plannedStep(
    { id: 'chat', task: 'chat', ...modelOf(body), temperature, max_tokens: maxTokensOf(body) },
    {
      faults: [],
      options: { messages: turns.slice(0, -1), role: last?.role ?? 'user', ...(schema && { schema }) },
      ...{ preprocessors: [], postprocessors: [] },
      reads: { instructions: readsNothing, input: readsNothing, condition: readsNothing },
    },
    { reads: [], waitsFor: [] },
  );
  return {
    ...{ name, input: last?.content ?? '', variables: {}, steps: [step], callbacks: [] },
    ...{ file: null, fileName: null, fileEncoding: null },
  };
}

function replySchema(format: ChatBody['response_format']): Record<string, unknown> | null {
  if (format?.type === 'json_object') return { type: 'object' };
  if (format?.type !== 'json_schema') return null;
  const { schema, description } = format.json_schema;
  return description ? { description, ...schema } : schema;
}
