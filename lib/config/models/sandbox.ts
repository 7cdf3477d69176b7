import type { DatedPrices, ModelConfig } from './model-config';

const sandbox = { context: 32_768, maxOutput: 8_192, structured: true, reasoning: false, retired: null };

/** Prices by input and output; sandbox models cache nothing and don't think. */
const since = (input: number, output: number): DatedPrices[] => [
  {
    from: '2026-01-01',
    prices: { input, cachedInput: input, cacheWrite: input, output, reasoning: output },
  },
];

const [cheap, expensive] = [since(150, 600), since(2_500, 10_000)];
const named = { ...sandbox, quality: 0.3, latencyMs: 20, routed: false, prices: cheap };

/** Models that need no network; the prices are made up, so that costs can be tried out. */
export const sandboxModels: readonly ModelConfig[] = [
  { ...sandbox, id: 'sandbox/fast', quality: 0.4, latencyMs: 5, routed: true, prices: cheap },
  { ...sandbox, id: 'sandbox/quality', quality: 0.8, latencyMs: 20, routed: true, prices: expensive },
  { ...named, id: 'sandbox/slow', latencyMs: 2_000, prices: since(400, 1_600) },
  { ...named, id: 'sandbox/flaky' },
  { ...named, id: 'sandbox/limited' },
  { ...named, id: 'sandbox/down' },
  { ...named, id: 'sandbox/cut' },
  { ...named, id: 'sandbox/stall' },
];
