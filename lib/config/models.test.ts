import { describe, expect, test } from 'vitest';
import { models } from './models';
import type { KindPrices, ModelConfig, TokenPrices } from './models/model-config';
import { priceSources, providerLabels } from './models/model-providers';

const providerOf = ({ id }: ModelConfig) => id.slice(0, id.indexOf('/'));
const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day) && new Date(day).toISOString().startsWith(day);

/** The prices of a model at all times and lengths. */
const pricesOf = ({ prices: all }: ModelConfig): KindPrices[] =>
  all.flatMap(({ prices }: { prices: TokenPrices }) => [
    prices,
    ...(prices.above ? [prices.above.prices] : []),
  ]);

test('no model is listed twice, and each has a provider that the product knows', () => {
  const ids = models.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(providerLabels)).toEqual(expect.arrayContaining(models.map(providerOf)));
});

test('the prices of each provider but the sandbox have a source and its day', () => {
  const real = [...new Set(models.map(providerOf))].filter((provider) => provider !== 'sandbox');
  expect(Object.keys(priceSources)).toEqual(real);
  for (const { url, copies, readOn } of Object.values(priceSources)) {
    expect(new URL(url).protocol).toBe('https:');
    const days = [copies.oldest, copies.newest, readOn];
    expect(days.every(isDay)).toBe(true);
    expect(days).toEqual(days.toSorted());
  }
});

test('each provider has models that routing may choose, which have a price and no announced end', () => {
  const routed = models.filter((model) => model.routed);
  expect(new Set(routed.map(providerOf))).toEqual(new Set(models.map(providerOf)));
  for (const { prices, retired } of routed) {
    expect(prices.length).toBeGreaterThan(0);
    expect(retired).toBeNull();
  }
});

describe.each(models.map((model) => [model.id, model] as const))('%s', (_, model) => {
  test('has bounds that can be true', () => {
    const { context, maxOutput, quality, latencyMs, retired } = model;
    expect(Number.isSafeInteger(context) && Number.isSafeInteger(maxOutput)).toBe(true);
    expect(maxOutput).toBeGreaterThan(0);
    expect(context).toBeGreaterThanOrEqual(maxOutput);
    expect(quality > 0 && quality <= 1).toBe(true);
    expect(latencyMs).toBeGreaterThan(0);
    if (retired !== null) expect(isDay(retired)).toBe(true);
  });

  test('has prices in the order of their days', () => {
    const days = model.prices.map(({ from }) => from);
    expect(days.every(isDay)).toBe(true);
    expect(days).toEqual([...new Set(days)].sort());
  });

  test('has prices without a slip of the decimal point', () => {
    for (const { input, cachedInput, cacheWrite, output, reasoning } of pricesOf(model)) {
      for (const price of [input, cachedInput, cacheWrite, output, reasoning]) {
        expect(Number.isSafeInteger(price)).toBe(true);
        expect(price).toBeGreaterThan(0);
        // A thousand dollars per million tokens.
        expect(price).toBeLessThan(1_000_000);
      }
      expect(cachedInput).toBeLessThanOrEqual(input);
      expect(cacheWrite).toBeGreaterThanOrEqual(input);
      expect(cacheWrite).toBeLessThanOrEqual(1.25 * input);
      expect(output).toBeGreaterThanOrEqual(input / 10);
      expect(output).toBeLessThanOrEqual(12 * input);
      expect(reasoning).toBe(output);
    }
  });

  test('never charges less for a long input', () => {
    for (const { prices } of model.prices) {
      if (!prices.above) continue;
      const { tokens, prices: long } = prices.above;
      expect(tokens).toBeLessThanOrEqual(model.context);
      for (const [kind, price] of Object.entries(long))
        expect(price).toBeGreaterThanOrEqual(prices[kind as keyof KindPrices]);
    }
  });
});

test('Anthropic charges 1.25 times the input for writing its cache', () => {
  const claude = models.filter((model) => providerOf(model) === 'anthropic').flatMap(pricesOf);
  expect(claude.map(({ cacheWrite }) => cacheWrite)).toEqual(claude.map(({ input }) => input * 1.25));
});
