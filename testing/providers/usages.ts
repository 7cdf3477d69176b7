import type { TokenUsage } from '@/lib/engine/models/cost';

/**
 * The usage that models report. Chat Completions and Gemini have no field for `cacheWrite`, so they omit it, and count
 * it nowhere.
 */
export const loopbackUsage = {
  ordinary: { input: 100, cachedInput: 0, cacheWrite: 0, output: 20, reasoning: 0 },
  thinking: { input: 100, cachedInput: 0, cacheWrite: 0, output: 20, reasoning: 30 },
  cached: { input: 100, cachedInput: 80, cacheWrite: 40, output: 20, reasoning: 0 },
  absurd: { input: -5, cachedInput: 0, cacheWrite: 0, output: 1e15, reasoning: 0 },
} satisfies Record<string, TokenUsage>;
