import type { DatedPrices, KindPrices } from './model-config';

/** Prices as providers print them: dollars per million tokens. Tokens of reasoning cost what output costs. */
interface PrintedPrices {
  input: number;
  /** Without it, cached input costs what other input costs. */
  cached?: number;
  /** Without it, writing the cache costs nothing more than the input. */
  write?: number;
  output: number;
}

/** @param dollars per million tokens, with at most three decimals. @returns nano-dollars per token */
export const nanos = (dollars: number): number => Math.round(dollars * 1_000);

function kindPrices({ input, cached = input, write = input, output }: PrintedPrices): KindPrices {
  return {
    input: nanos(input),
    cachedInput: nanos(cached),
    cacheWrite: nanos(write),
    output: nanos(output),
    reasoning: nanos(output),
  };
}

/**
 * Prices from a UTC day on.
 * @param above how many tokens of input make a call a long one, and the prices of all its tokens
 */
export const since = (
  from: string,
  prices: PrintedPrices,
  above?: { tokens: number } & PrintedPrices,
): DatedPrices => ({
  from,
  prices: {
    ...kindPrices(prices),
    ...(above && { above: { tokens: above.tokens, prices: kindPrices(above) } }),
  },
});
