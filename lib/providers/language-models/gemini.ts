import { createGoogleGenerativeAI } from '@ai-sdk/google';
import type { Provider } from '@/lib/engine/calls/provider';
import { languageModelProvider } from './language-model-provider';

/** Google's models, through the Gemini API. It has the name of a model in its address. */
export const geminiProvider = ({ apiKey, baseURL }: { apiKey: string; baseURL: string }): Provider =>
  languageModelProvider({
    name: 'gemini',
    hidden: [apiKey, baseURL],
    model: (name, fetch) => createGoogleGenerativeAI({ apiKey, baseURL, fetch })(inAddress(name)),
    // In a text of the model, quotes have a backslash before them.
    replyEnds: ['"finishReason":'],
    retryAfterMs: retryInfo,
  });

/** A slash stays: it marks tuned models, such as `tunedModels/mine`. */
const inAddress = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

/** `RetryInfo` in the body of an error, which counts only without `Retry-After`. */
export function retryInfo(headers: Record<string, string>, body: string): number | null {
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return headers['retry-after'] || delay === undefined ? null : Number(delay) * 1_000;
}
