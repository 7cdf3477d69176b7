import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Provider } from '@/lib/engine/calls/provider';
import { retryInfo } from './gemini';
import { languageModelProvider } from './language-model-provider';
import { retryAfterMsHeader } from './openai';

/** The models of any server that speaks OpenAI's chat completions, such as Ollama and vLLM. Many ask for no key. */
export const compatibleProvider = ({ apiKey, baseURL }: { apiKey: string; baseURL: string }): Provider =>
  languageModelProvider({
    name: 'compatible',
    hidden: [apiKey, baseURL],
    endsInOwnWords: true,
    options: (isStrict) => ({ compatible: { strictJsonSchema: isStrict } }),
    model: (name, fetch) =>
      createOpenAICompatible({
        name: 'compatible',
        baseURL,
        fetch,
        includeUsage: true,
        supportsStructuredOutputs: true,
        ...(apiKey !== '' && { apiKey }),
      }).chatModel(name),
    replyEnds: ['\ndata: [DONE]', '\ndata:[DONE]', '\rdata: [DONE]'],
    // OpenAI and Google serve chat completions, too.
    retryAfterMs: (headers, body) => retryAfterMsHeader(headers) ?? retryInfo(headers, body),
  });
