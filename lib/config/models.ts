/** What a token of each kind costs, in nano-dollars (1,000 are one dollar per million tokens). */
export interface TokenPrices {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
}

/** A model of the catalog. */
export interface ModelConfig {
  /** `provider/model`. */
  id: string;
  /** Tokens of prompt and answer together. */
  context: number;
  /** Most tokens of an answer. */
  maxOutput: number;
  /** Whether it takes a JSON Schema for its answer. */
  structured: boolean;
  /** Whether it thinks before its first token. */
  reasoning: boolean;
  /** How good its answers are, 0 to 1, to rank by. */
  quality: number;
  /** How long a usual answer takes (ms), until it has been measured. */
  latencyMs: number;
  /** Whether routing may choose it; others are called only where a step names them. */
  routed: boolean;
  /** Oldest first; each holds from the start of its UTC day. None: the cost is unknown. */
  prices: readonly { from: string; prices: TokenPrices }[];
}

const sandbox = { context: 32_768, maxOutput: 8_192, structured: true, reasoning: false };

/** Prices by input and output; sandbox models cache nothing and don't think. */
const since = (input: number, output: number) => [
  {
    from: '2026-01-01',
    prices: { input, cachedInput: input, cacheWrite: input, output, reasoning: output },
  },
];

const [cheap, expensive] = [since(150, 600), since(2_500, 10_000)];
const named = { ...sandbox, quality: 0.3, latencyMs: 20, routed: false, prices: cheap };

/** The catalog, in the order that decides between equals. */
export const models: readonly ModelConfig[] = [
  { ...sandbox, id: 'sandbox/fast', quality: 0.4, latencyMs: 5, routed: true, prices: cheap },
  { ...sandbox, id: 'sandbox/quality', quality: 0.8, latencyMs: 20, routed: true, prices: expensive },
  { ...named, id: 'sandbox/slow', latencyMs: 2_000, prices: since(400, 1_600) },
  { ...named, id: 'sandbox/flaky' },
  { ...named, id: 'sandbox/limited' },
  { ...named, id: 'sandbox/down' },
  { ...named, id: 'sandbox/cut' },
  { ...named, id: 'sandbox/stall' },
];
