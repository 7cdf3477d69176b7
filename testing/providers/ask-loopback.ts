import type { JsonSchema } from '@/lib/engine/models/provider';
import type { FormatName } from './formats/wire-format';
import type { LoopbackProvider } from './loopback-provider';

/** A request of a test, the same for every format. */
export interface Question {
  model: string;
  text?: string;
  system?: string;
  /** Left out, prose is wanted. */
  schema?: JsonSchema;
  streamed?: boolean;
  signal?: AbortSignal;
  redirect?: RequestRedirect;
}

/** Asks the loopback provider as a client of a format does, without a library. The key is `key of <format>`. */
export function askLoopback(
  provider: LoopbackProvider,
  format: FormatName,
  question: Question,
): Promise<Response> {
  const { path, headers, body } = requests[format]({
    text: 'Hello',
    system: '',
    streamed: true,
    ...question,
  });
  const { signal, redirect = 'follow' } = question;
  return fetch(provider.url(format) + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect,
    ...(signal && { signal }),
  });
}

type Asking = Question & { text: string; system: string; streamed: boolean };
interface WireRequest {
  path: string;
  headers: Record<string, string>;
  body: object;
}

const bearer = (format: FormatName) => ({ authorization: `Bearer key of ${format}` });
const messages = ({ system, text }: Asking) => [
  ...(system ? [{ role: 'system', content: system }] : []),
  { role: 'user', content: text },
];

const requests: Record<FormatName, (question: Asking) => WireRequest> = {
  openai: (question) => ({
    path: '/responses',
    headers: bearer('openai'),
    body: {
      model: question.model,
      input: messages(question),
      stream: question.streamed,
      ...(question.schema && {
        text: { format: { type: 'json_schema', name: 'reply', schema: question.schema } },
      }),
    },
  }),
  compatible: (question) => ({
    path: '/chat/completions',
    headers: bearer('compatible'),
    body: {
      model: question.model,
      messages: messages(question),
      stream: question.streamed,
      stream_options: { include_usage: true },
      ...(question.schema && {
        response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: question.schema } },
      }),
    },
  }),
  anthropic: ({ model, system, text, schema, streamed }) => ({
    path: '/messages',
    headers: { 'x-api-key': 'key of anthropic', 'anthropic-version': '2023-06-01' },
    body: {
      model,
      max_tokens: 1000,
      ...(system && { system: [{ type: 'text', text: system }] }),
      messages: [{ role: 'user', content: [{ type: 'text', text }] }],
      stream: streamed,
      ...(schema && {
        tools: [{ name: 'json', input_schema: schema }],
        tool_choice: { type: 'any', disable_parallel_tool_use: true },
      }),
    },
  }),
  gemini: ({ model, system, text, schema, streamed }) => ({
    path: `/models/${model}:${streamed ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    headers: { 'x-goog-api-key': 'key of gemini' },
    body: {
      ...(system && { systemInstruction: { parts: [{ text: system }] } }),
      contents: [{ role: 'user', parts: [{ text }] }],
      ...(schema && {
        generationConfig: { responseMimeType: 'application/json', responseSchema: schema },
      }),
    },
  }),
};
