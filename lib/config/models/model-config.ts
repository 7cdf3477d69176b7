/** The price of tokens of each kind, in nano-dollars per token (1,000 are one dollar per million tokens). */
export interface KindPrices {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
}

/** The prices of a model's calls at one time. */
export interface TokenPrices extends KindPrices {
  /** The prices of all tokens of a call whose input, cached or not, has more than so many tokens. */
  above?: { tokens: number; prices: KindPrices };
}

/** Prices from the start of a UTC day on. */
export interface DatedPrices {
  from: string;
  prices: TokenPrices;
}

/** A model of the catalog. */
export interface ModelConfig {
  /** `provider/model`. */
  id: string;
  /** Tokens of prompt and answer together. */
  context: number;
  /** Most tokens of a reply. */
  maxOutput: number;
  /** Whether it takes a JSON Schema for its reply. */
  structured: boolean;
  /** Whether it thinks before its first token. */
  reasoning: boolean;
  /** How good its replies are, 0 to 1, to rank by. */
  quality: number;
  /** How long a usual answer takes (ms), until it has been measured. */
  latencyMs: number;
  /** Whether routing may choose it; others are called only where a step names them. */
  routed: boolean;
  /** Whether it exists only to try how failures are handled. */
  failsOnPurpose?: boolean;
  /** The UTC day from which its provider no longer serves it, and routing doesn't choose it; null if none is known. */
  retired: string | null;
  /** Oldest first. None: the cost is unknown. */
  prices: readonly DatedPrices[];
}

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
