import type { TokenPrices } from '@/lib/config/models/model-config';
import type { TokenUsage } from '@/lib/engine/calls/provider';

export const noTokens: TokenUsage = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/**
 * What the tokens of one call cost, in nano-dollars; null if the prices aren't known, which is never 0. Only a call
 * without tokens costs 0 at any price. The prices of long inputs apply by the whole input of the call, so sums of
 * several calls can't be priced at once.
 */
export function costNanos(usage: TokenUsage, prices: TokenPrices | null): number | null {
  if (!prices) return tokensIn(usage) + tokensOut(usage) === 0 ? 0 : null;
  const { input, cachedInput, cacheWrite, output, reasoning } = usage;
  const { above } = prices;
  const each = above && tokensIn(usage) > above.tokens ? above.prices : prices;
  return (
    input * each.input +
    cachedInput * each.cachedInput +
    cacheWrite * each.cacheWrite +
    output * each.output +
    reasoning * each.reasoning
  );
}

/** Tokens that a provider read, and those that it wrote. */
export const tokensIn = ({ input, cachedInput, cacheWrite }: TokenUsage): number =>
  input + cachedInput + cacheWrite;
export const tokensOut = ({ output, reasoning }: TokenUsage): number => output + reasoning;

/** A sum of costs: unknown as soon as one of them is. */
export const addCosts = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;
