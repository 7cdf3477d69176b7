import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { TokenUsage } from '@/lib/engine/models/cost';

/** More tokens than any call has, so that a provider's mistake isn't billed. */
const MOST_TOKENS = 20_000_000;

/**
 * A provider's own counts by the five kinds that have prices; null if it gave none, or none that can be true: then they
 * are estimated, and marked so.
 */
export function tokenUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenUsage | null {
  const { total: allInput, cacheRead: cachedInput = 0, cacheWrite = 0 } = inputTokens;
  const { total: allOutput, reasoning = 0 } = outputTokens;
  // Every prompt has tokens: a 0 stands for a count that didn't come.
  if (!allInput || allOutput === undefined) return null;
  const usage = {
    input: allInput - cachedInput - cacheWrite,
    cachedInput,
    cacheWrite,
    output: allOutput - reasoning,
    reasoning,
  };
  const isCredible = Object.values(usage).every(
    (count) => Number.isSafeInteger(count) && count >= 0 && count <= MOST_TOKENS,
  );
  return isCredible ? usage : null;
}
