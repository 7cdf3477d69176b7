import { anthropicModels } from './models/anthropic';
import { geminiModels } from './models/gemini';
import type { ModelConfig } from './models/model-config';
import { openaiModels } from './models/openai';
import { sandboxModels } from './models/sandbox';

/**
 * The models that the product knows, in the order that decides between equals. Facts and prices are their providers'
 * (lib/config/models/price-sources.ts). `quality` and `latencyMs` are a rough ranking of ours, after how each provider
 * places its models and which of them replaced which: no benchmark. A server that has measured a model uses its own
 * latency. The operator of an OpenAI-compatible server names its models, so none are listed.
 */
export const models: readonly ModelConfig[] = [
  ...sandboxModels,
  ...openaiModels,
  ...anthropicModels,
  ...geminiModels,
];
