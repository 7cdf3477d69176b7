import { type ModelConfig, models, type TokenPrices } from '@/lib/config/models';

/** The name of a model's provider: the part before the slash. */
export const providerOf = (id: string): string => id.slice(0, id.indexOf('/'));

/** A model's name at its provider: the part after the slash. */
export const nameAtProvider = (id: string): string => id.slice(id.indexOf('/') + 1);

/** @throws Error if the catalog doesn't have it: plans name only models that it has */
export function modelNamed(id: string): ModelConfig {
  const model = models.find((one) => one.id === id);
  if (!model) throw new Error(`The catalog has no model ${id}.`);
  return model;
}

/**
 * A model's prices at a moment; null if they aren't known.
 * @param at milliseconds since the epoch
 */
export function pricesAt(model: ModelConfig, at: number): TokenPrices | null {
  return model.prices.findLast(({ from }) => Date.parse(from) <= at)?.prices ?? null;
}
