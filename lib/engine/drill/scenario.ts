import type { KindPrices, ModelConfig } from '@/lib/config/models/model-config';
import { type Catalog, providerOf } from '@/lib/engine/models/catalog';

/** How a call of a model that is down fails: with HTTP 503, or without a connection. */
type DownAs = 'UNAVAILABLE' | 'NO_CONNECTION';

/** The changes of a drill. Each entry is for a model, `provider/model`, or for all models of a provider. */
export interface Scenario {
  down: readonly string[];
  downAs: DownAs;
  slow: readonly { of: string; firstTokenMs: number }[];
  prices: readonly { of: string; factor: number }[];
}

export const nothingChanged: Scenario = { down: [], downAs: 'UNAVAILABLE', slow: [], prices: [] };

/** Whether a scenario leaves all as it was. */
export const changesNothing = ({ down, slow, prices }: Scenario): boolean =>
  down.length === 0 && slow.length === 0 && prices.every(({ factor }) => factor === 1);

/** The entry for a model; otherwise, the one for its provider. */
const entryFor = <Entry extends { of: string }>(entries: readonly Entry[], model: string) =>
  entries.find(({ of }) => of === model) ?? entries.find(({ of }) => of === providerOf(model));

export const isDown = ({ down }: Scenario, model: string): boolean =>
  down.includes(model) || down.includes(providerOf(model));

/** When the first token of a model comes; null if it's as fast as ever. */
export const slowedFirstToken = ({ slow }: Scenario, model: string): number | null =>
  entryFor(slow, model)?.firstTokenMs ?? null;

export const priceFactor = ({ prices }: Scenario, model: string): number =>
  entryFor(prices, model)?.factor ?? 1;

/** The catalog with the prices of a scenario, which can be fractions of nano-dollars. */
export function catalogIn(catalog: Catalog, scenario: Scenario): Catalog {
  if (scenario.prices.length === 0) return catalog;
  const priced = (model: ModelConfig) => withFactor(model, priceFactor(scenario, model.id));
  return {
    models: catalog.models.map(priced),
    knows: (id) => catalog.knows(id),
    named: (id) => priced(catalog.named(id)),
  };
}

function withFactor(model: ModelConfig, factor: number): ModelConfig {
  if (factor === 1) return model;
  const times = ({ input, cachedInput, cacheWrite, output, reasoning }: KindPrices): KindPrices => ({
    input: input * factor,
    cachedInput: cachedInput * factor,
    cacheWrite: cacheWrite * factor,
    output: output * factor,
    reasoning: reasoning * factor,
  });
  return {
    ...model,
    prices: model.prices.map(({ from, prices: { above, ...prices } }) => ({
      from,
      prices: {
        ...times(prices),
        above: above && { tokens: above.tokens, prices: times(above.prices) },
      },
    })),
  };
}
