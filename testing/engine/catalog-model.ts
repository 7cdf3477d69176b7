import type { ModelConfig } from '@/lib/config/models/model-config';

/** A model that no catalog has, of the provider `test`. */
export const catalogModel = (name: string, values: Partial<ModelConfig> = {}): ModelConfig => ({
  id: `test/${name}`,
  context: 10_000,
  maxOutput: 2_000,
  structured: true,
  reasoning: false,
  quality: 0.5,
  latencyMs: 100,
  routed: false,
  retired: null,
  prices: [
    {
      from: '2026-01-01',
      prices: { input: 10, cachedInput: 1, cacheWrite: 12, output: 40, reasoning: 40 },
    },
  ],
  ...values,
});
