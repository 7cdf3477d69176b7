import type { ModelConfig } from '@/lib/config/models/model-config';
import { isRetired, pricesAt, providerOf } from '@/lib/engine/models/catalog';
import { costNanos, noTokens } from '@/lib/engine/models/cost';
import type { Measurements } from '@/lib/engine/routing/measurements';
import type { Strategy } from '@/lib/engine/workflow';

/** The tokens of a call, as estimated before it. */
export interface CallSize {
  promptTokens: number;
  /** The longest reply, and the usual one. */
  maxTokens: number;
  /** Whether a model with a shorter longest output is asked for that instead. */
  capAtModelLimit?: boolean;
  usualTokens: number;
}

/** Nobody notices a shorter wait (ms), so a difference below it, which changes with the load, decides nothing. */
const LEAST_LATENCY_MS = 100;
/** Tokens for a model's reasoning, in addition to its reply: providers count both against one limit. */
const THINKING_TOKENS = 16_384;

/** A step's sentence about its choice, by strategy. */
export const reasons: Record<Strategy, string> = {
  QUALITY: 'Best quality of the models that fit.',
  SPEED: 'Fastest of the models that fit.',
  COST: 'Cheapest of the models that fit.',
  BALANCED: 'Best balance of quality, price, and latency.',
};

/** Whether a call fits the context and the longest output of a model. */
export const fitsContext = (model: ModelConfig, size: CallSize): boolean => {
  const length = replyLength(model, size);
  return length <= model.maxOutput && size.promptTokens + length <= model.context;
};

/** Why a call doesn't fit a model, in a sentence; null if it fits. */
export function tooSmall(model: ModelConfig, size: CallSize): string | null {
  if (fitsContext(model, size)) return null;
  return replyLength(model, size) > model.maxOutput
    ? `Its replies have at most ${model.maxOutput} tokens.`
    : `Its context of ${model.context} tokens is too small.`;
}

/** The limit of tokens that is sent to a model: its reply, and its thoughts before, as far as its context allows. */
export const maxTokensFor = (model: ModelConfig, size: CallSize): number => {
  const length = replyLength(model, size);
  if (!model.reasoning) return length;
  const room = Math.min(model.maxOutput, model.context - size.promptTokens);
  return Math.max(length, Math.min(length + THINKING_TOKENS, room));
};

const replyLength = ({ maxOutput }: ModelConfig, { maxTokens, capAtModelLimit = false }: CallSize): number =>
  capAtModelLimit ? Math.min(maxTokens, maxOutput) : maxTokens;

/**
 * The models that routing may choose, best first (content/docs/routing/execution-strategy.mdx). The same catalog,
 * call and measurements give the same order.
 * @param options.at milliseconds since the epoch, for the prices
 */
export function rankModels(
  strategy: Strategy,
  size: CallSize,
  {
    models,
    providers,
    measurements,
    at,
  }: {
    models: readonly ModelConfig[];
    providers: ReadonlySet<string>;
    measurements: Measurements;
    at: number;
  },
): ModelConfig[] {
  const candidates = routable(models, providers)
    .filter((model) => !isRetired(model, at))
    .map((model) => measured(model, size, measurements, at));
  const best = {
    quality: Math.max(...candidates.map(({ quality }) => quality)),
    latency: Math.min(...candidates.map(({ latency }) => latency)),
    cost: Math.min(...candidates.map(({ cost }) => cost)),
  };
  const score = ({ quality, latency, cost }: Measured): number[] => {
    switch (strategy) {
      case 'QUALITY':
        return [quality, -cost];
      case 'SPEED':
        return [-latency, -cost];
      case 'COST':
        return [-cost, quality];
      case 'BALANCED':
        return [share(quality, best.quality) + share(best.latency, latency) + share(best.cost, cost)];
    }
  };
  return candidates
    .map((candidate) => ({ model: candidate.model, score: score(candidate) }))
    .sort((one, other) => firstDifference(other.score, one.score))
    .map(({ model }) => model);
}

/** The models that routing may choose, retired ones too. The sandbox is chosen only if no other provider is set up. */
export function routable(
  models: readonly ModelConfig[],
  providers: ReadonlySet<string>,
): readonly ModelConfig[] {
  const isReal = [...providers].some((provider) => provider !== 'sandbox');
  return models
    .filter(({ id, routed }) => routed && providers.has(providerOf(id)))
    .filter(({ id }) => !(isReal && providerOf(id) === 'sandbox'));
}

interface Measured {
  model: ModelConfig;
  quality: number;
  latency: number;
  cost: number;
}

/** A model that fails half of its calls counts as half as good, twice as slow, and twice as expensive. */
function measured(model: ModelConfig, size: CallSize, measurements: Measurements, at: number): Measured {
  const works = Math.max(1 - measurements.errorRate(model.id), 0.01);
  const usage = { ...noTokens, input: size.promptTokens, output: size.usualTokens };
  const cost = costNanos(usage, pricesAt(model, at));
  return {
    model,
    quality: model.quality * works,
    latency: Math.max(measurements.latency(model.id) ?? model.latencyMs, LEAST_LATENCY_MS) / works,
    cost: (cost ?? Number.MAX_SAFE_INTEGER) / works,
  };
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

function firstDifference(one: number[], other: number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
