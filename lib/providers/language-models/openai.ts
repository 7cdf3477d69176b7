import { createOpenAI } from '@ai-sdk/openai';
import type { Provider } from '@/lib/engine/calls/provider';
import { languageModelProvider } from './language-model-provider';

/** OpenAI's models, through its Responses API. Nothing of a call is stored there beyond what its terms say. */
export const openaiProvider = ({ apiKey, baseURL }: { apiKey: string; baseURL: string }): Provider =>
  languageModelProvider({
    name: 'openai',
    model: (name, fetch) => createOpenAI({ apiKey, baseURL, fetch }).responses(name),
    hidden: [apiKey, baseURL],
    options: (isStrict) => ({ openai: { store: false, strictJsonSchema: isStrict } }),
    replyEnds: ['completed', 'incomplete', 'failed'].map((end) => `\nevent: response.${end}`),
    retryAfterMs: retryAfterMsHeader,
  });

/** The header `retry-after-ms`, which is more precise than `Retry-After`. */
export function retryAfterMsHeader(headers: Record<string, string>): number | null {
  const exact = Number(headers['retry-after-ms']);
  return headers['retry-after-ms'] && exact >= 0 ? exact : null;
}
