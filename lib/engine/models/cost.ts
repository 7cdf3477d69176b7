import type { TokenPrices } from '@/lib/config/models';
import type { TokenUsage } from '@/lib/engine/models/provider';

export const noTokens: TokenUsage = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** What tokens cost, in nano-dollars; null if the prices aren't known, which is never 0. */
export function costNanos(usage: TokenUsage, prices: TokenPrices | null): number | null {
  if (!prices) return null;
  const { input, cachedInput, cacheWrite, output, reasoning } = usage;
  return (
    input * prices.input +
    cachedInput * prices.cachedInput +
    cacheWrite * prices.cacheWrite +
    output * prices.output +
    reasoning * prices.reasoning
  );
}

/** Tokens that a provider read, and those that it wrote. */
export const tokensIn = ({ input, cachedInput, cacheWrite }: TokenUsage): number =>
  input + cachedInput + cacheWrite;
export const tokensOut = ({ output, reasoning }: TokenUsage): number => output + reasoning;

/** A sum of costs: unknown as soon as one of them is. */
export const addCosts = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;
