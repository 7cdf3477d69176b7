import { createGoogleGenerativeAI } from '@ai-sdk/google';
import type { Provider } from '@/lib/engine/calls/provider';
import { languageModelProvider } from './language-model-provider';

/** Google's models, through the Gemini API. It has the name of a model in its address. */
export const geminiProvider = ({ apiKey, baseURL }: { apiKey: string; baseURL: string }): Provider =>
  languageModelProvider({
    name: 'gemini',
    hidden: [apiKey, baseURL],
    model: (name, fetch) => createGoogleGenerativeAI({ apiKey, baseURL, fetch })(inAddress(name)),
  });

/** A slash stays: it's what sets models apart that somebody has tuned, such as `tunedModels/mine`. */
const inAddress = (name: string): string => name.split('/').map(encodeURIComponent).join('/');
