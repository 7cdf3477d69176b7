import { anthropicModels } from './models/anthropic-models';
import { geminiModels } from './models/gemini-models';
import { type ModelConfig, since } from './models/model-config';
import { openaiModels } from './models/openai-models';

const sandbox = { context: 32_768, maxOutput: 8_192, structured: true, reasoning: false, retired: null };

const [cheap, expensive, slow] = [
  [since('2026-01-01', { input: 0.15, output: 0.6 })],
  [since('2026-01-01', { input: 2.5, output: 10 })],
  [since('2026-01-01', { input: 0.4, output: 1.6 })],
];
const named = { ...sandbox, quality: 0.3, latencyMs: 20, routed: false, prices: cheap };

/** Models that need no network; the prices are made up, so that costs can be tried out. */
const sandboxModels: readonly ModelConfig[] = [
  { ...sandbox, id: 'sandbox/fast', quality: 0.4, latencyMs: 5, routed: true, prices: cheap },
  { ...sandbox, id: 'sandbox/quality', quality: 0.8, latencyMs: 20, routed: true, prices: expensive },
  { ...named, id: 'sandbox/slow', latencyMs: 2_000, prices: slow },
  { ...named, id: 'sandbox/flaky', failsOnPurpose: true },
  { ...named, id: 'sandbox/limited', failsOnPurpose: true },
  { ...named, id: 'sandbox/down', failsOnPurpose: true },
  { ...named, id: 'sandbox/cut', failsOnPurpose: true },
  { ...named, id: 'sandbox/stall', failsOnPurpose: true },
];

/**
 * The models that the product knows, in the order that decides between equals. Facts and prices are their providers'
 * (lib/config/models/model-providers.ts). `quality` and `latencyMs` are a rough ranking of ours, after how each provider
 * places its models and which of them replaced which: no benchmark. A server that has measured a model uses its own
 * latency. The operator of an OpenAI-compatible server names its models, so none are listed.
 */
export const models: readonly ModelConfig[] = [
  ...sandboxModels,
  ...openaiModels,
  ...anthropicModels,
  ...geminiModels,
];
