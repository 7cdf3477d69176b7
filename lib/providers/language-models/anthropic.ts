import { createAnthropic } from '@ai-sdk/anthropic';
import type { Provider } from '@/lib/engine/calls/provider';
import { languageModelProvider } from './language-model-provider';

/** Anthropic's models, through its Messages API. */
export const anthropicProvider = ({ apiKey, baseURL }: { apiKey: string; baseURL: string }): Provider =>
  languageModelProvider({
    name: 'anthropic',
    hidden: [apiKey, baseURL],
    model: (name, fetch) => createAnthropic({ apiKey, baseURL, fetch }).messages(name),
    // Its package ends the stream with the event that ends the reply.
    replyEnds: [],
    // Of a first event that can't be read, its package reports only this.
    isUnreadable: ({ message }) => message.startsWith('Expected a normalized'),
  });
