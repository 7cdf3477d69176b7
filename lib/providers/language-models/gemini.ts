import { createGoogleGenerativeAI } from '@ai-sdk/google';
import type { Provider } from '@/lib/engine/models/provider';
import { languageModelProvider } from './language-model-provider';

/** Google's models, through the Gemini API. */
export const geminiProvider = ({ apiKey, baseURL }: { apiKey: string; baseURL: string }): Provider =>
  languageModelProvider({
    name: 'gemini',
    model: (name, fetch) => createGoogleGenerativeAI({ apiKey, baseURL, fetch })(name),
  });
