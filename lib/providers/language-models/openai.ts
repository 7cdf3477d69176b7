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
  });
