import type { ModelConfig, TokenPrices } from '@/lib/config/models/model-config';
import { providerLabels } from '@/lib/config/models/model-providers';

/** The models of a server. */
export interface Catalog {
  /** In the order that decides between equals. */
  models: readonly ModelConfig[];
  /**
   * Whether a step may name it: it is in the catalog, or its provider is known and may have it. The sandbox has no
   * models but those of the catalog.
   */
  knows(id: string): boolean;
  /**
   * A model's entry. A stored job may name a model that was removed since: its entry has cautious values and no prices.
   */
  named(id: string): ModelConfig;
}

/** Assumptions about a model that only its provider knows. */
export const unlistedModel: Omit<ModelConfig, 'id'> = {
  context: 128_000,
  maxOutput: 16_384,
  structured: false,
  reasoning: false,
  quality: 0.5,
  latencyMs: 2_000,
  routed: false,
  retired: null,
  prices: [],
};

/**
 * Model names have at most 200 characters. Gemini has the name in its URL, so a name mustn't change the URL's path. It
 * has no characters with a meaning in URLs, and no segment that is empty, `.` or `..`.
 */
const modelName = /^(?!(?:.*\/)?\.{0,2}(?:\/|$))[^\s\p{C}?#%\\]{1,200}$/u;

/** @param models with different ids */
export function openCatalog(models: readonly ModelConfig[]): Catalog {
  const byId = new Map(models.map((model) => [model.id, model]));
  return {
    models,
    knows: (id) => byId.has(id) || mayBeUnlisted(id),
    named: (id) => byId.get(id) ?? { ...unlistedModel, id },
  };
}

const mayBeUnlisted = (id: string): boolean => {
  const provider = providerOf(id);
  return (
    provider !== 'sandbox' && Object.hasOwn(providerLabels, provider) && modelName.test(nameAtProvider(id))
  );
};

/** The name of a model's provider: the part before the slash, or nothing. */
export const providerOf = (id: string): string => id.slice(0, Math.max(id.indexOf('/'), 0));

/** A model's name at its provider: the part after the slash. */
export const nameAtProvider = (id: string): string => id.slice(id.indexOf('/') + 1);

/**
 * A model's prices at a moment; null if they aren't known.
 * @param at milliseconds since the epoch
 */
export function pricesAt(model: ModelConfig, at: number): TokenPrices | null {
  return model.prices.findLast(({ from }) => Date.parse(from) <= at)?.prices ?? null;
}

/**
 * Whether its provider no longer serves a model.
 * @param at milliseconds since the epoch
 */
export const isRetired = ({ retired }: ModelConfig, at: number): boolean =>
  retired !== null && Date.parse(retired) <= at;
