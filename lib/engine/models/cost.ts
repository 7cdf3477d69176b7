import type { KindPrices, TokenPrices } from '@/lib/config/models/model-config';

/** Tokens of one call by the five kinds that have prices of their own; the kinds don't overlap. */
export interface TokenUsage {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
}

export const noTokens: TokenUsage = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/**
 * The cost of one call's tokens, in nano-dollars; null if the prices aren't known, unless the call has no tokens. Long
 * inputs have their own prices, by the input of the whole call, so price each call before you add them up.
 */
export function costNanos(usage: TokenUsage, prices: TokenPrices | null): number | null {
  if (!prices) return tokensIn(usage) + tokensOut(usage) === 0 ? 0 : null;
  const { input, cachedInput, cacheWrite, output, reasoning } = usage;
  const each = kindPrices(usage, prices);
  return (
    input * each.input +
    cachedInput * each.cachedInput +
    cacheWrite * each.cacheWrite +
    output * each.output +
    reasoning * each.reasoning
  );
}

/** The prices that apply to all tokens of a call. */
export const kindPrices = (usage: TokenUsage, prices: TokenPrices): KindPrices =>
  prices.above && tokensIn(usage) > prices.above.tokens ? prices.above.prices : prices;

/** Tokens that a provider read, and tokens that it wrote. */
export const tokensIn = ({ input, cachedInput, cacheWrite }: TokenUsage): number =>
  input + cachedInput + cacheWrite;
export const tokensOut = ({ output, reasoning }: TokenUsage): number => output + reasoning;

/** A sum of costs: unknown as soon as one of them is. */
export const addCosts = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;
