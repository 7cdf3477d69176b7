import { beforeEach, describe, expect, test } from 'vitest';
import { models } from '@/lib/config/models';
import { openCatalog } from '@/lib/engine/models/catalog';
import { Breakers } from '@/lib/engine/routing/breakers';
import { chooseModels, reasonWithPassedOver } from '@/lib/engine/routing/choose-models';
import { Measurements } from '@/lib/engine/routing/measurements';
import { fitsContext, rankModels } from '@/lib/engine/routing/rank-models';
import type { Strategy } from '@/lib/engine/workflow';
import { catalogModel } from '@/testing/engine/catalog-model';
import { SimulatedClock } from '@/testing/engine/simulated-clock';

let clock: SimulatedClock;
let engine: Parameters<typeof chooseModels>[2];
beforeEach(() => {
  clock = new SimulatedClock();
  engine = {
    clock,
    catalog: openCatalog(models),
    providerNames: new Set(['sandbox']),
    breakers: new Breakers(clock),
    measurements: new Measurements(clock),
  };
});

const size = { promptTokens: 100, maxTokens: 200, usualTokens: 50 };
const choose = (step: Partial<Parameters<typeof chooseModels>[0]> = {}, of = size) => {
  const { candidates, ...choice } = chooseModels(
    { model: null, fallbacks: null, strategy: 'BALANCED', ...step },
    of,
    engine,
  );
  return { ...choice, candidates: candidates.map(({ id }) => id) };
};
const [fast, quality] = ['sandbox/fast', 'sandbox/quality'];

test.each<[Strategy, string]>([
  ['QUALITY', quality],
  ['SPEED', fast],
  ['COST', fast],
  ['BALANCED', fast],
])('%s chooses %s in the sandbox, and says so in a sentence', (strategy, model) => {
  const { candidates, reason } = choose({ strategy });
  expect(candidates[0]).toBe(model);
  expect(reason).toMatch(/^[A-Z].*\.$/);
});

test('the same catalog, call and measurements give the same choice', () => {
  expect(choose()).toEqual(choose());
});

test('models for trying failures are never chosen by a ranking, only where a step names them', () => {
  for (const strategy of ['QUALITY', 'SPEED', 'COST', 'BALANCED'] as const)
    expect(choose({ strategy }).candidates.toSorted()).toEqual([fast, quality]);
  expect(choose({ model: 'sandbox/down' }).candidates).toEqual(['sandbox/down']);
});

test("no model is chosen from providers that aren't set up", () => {
  engine = { ...engine, providerNames: new Set() };
  expect(choose()).toMatchObject({ candidates: [], fitsWhole: false });
});

describe('a measurement', () => {
  const measure = (model: string, milliseconds: number, failed = false) => {
    for (let count = 0; count < 10; count += 1) engine.measurements.add(model, { milliseconds, failed });
  };

  test('of latency goes before the catalog for SPEED', () => {
    measure(fast, 3_000);
    expect(choose({ strategy: 'SPEED' }).candidates[0]).toBe(quality);
  });

  test('of errors counts against a model under every strategy', () => {
    measure(fast, 5, true);
    for (const strategy of ['SPEED', 'COST', 'BALANCED'] as const)
      expect(choose({ strategy }).candidates[0]).toBe(quality);
    measure(quality, 5, true);
    measure(quality, 5, true);
    expect(choose({ strategy: 'QUALITY' }).candidates[0]).toBe(quality);
  });

  test('is forgotten after an hour', () => {
    measure(fast, 3_000);
    clock.moveTo(clock.now() + 3_600_000);
    expect(choose({ strategy: 'SPEED' }).candidates[0]).toBe(fast);
  });
});

test('a model with an open circuit comes after all others, and stays in the list', () => {
  for (let count = 0; count < 5; count += 1) engine.breakers.fail(fast);
  expect(choose({ strategy: 'SPEED' }).candidates).toEqual([quality, fast]);
});

test('a choice names the better models that were passed over, and why', () => {
  for (let count = 0; count < 5; count += 1) engine.breakers.fail(quality);
  const { passedOver } = choose({ strategy: 'QUALITY' });
  expect(passedOver).toEqual([
    { model: quality, message: expect.stringMatching(/^Too many recent failures; calls are paused until /) },
  ]);
  expect(reasonWithPassedOver({ reason: 'Best.', passedOver })).toContain(
    `Best. ${quality} was passed over: `,
  );
  engine = {
    ...engine,
    providerNames: new Set(['test']),
    catalog: openCatalog([
      catalogModel('short', { routed: true, quality: 0.9, maxOutput: 100 }),
      catalogModel('small', { routed: true, quality: 0.8, context: 250 }),
      catalogModel('fits', { routed: true, quality: 0.1 }),
    ]),
  };
  expect(choose({ strategy: 'QUALITY' })).toMatchObject({
    candidates: ['test/fits'],
    passedOver: [
      { model: 'test/short', message: 'Its replies have at most 100 tokens.' },
      { model: 'test/small', message: 'Its context of 250 tokens is too small.' },
    ],
  });
});

test('a pinned model comes first whatever the strategy, then its fallbacks in order, each once', () => {
  const fallbacks = [quality, 'sandbox/slow', fast, 'sandbox/slow'];
  expect(choose({ model: fast, fallbacks, strategy: 'QUALITY' })).toMatchObject({
    candidates: [fast, quality, 'sandbox/slow'],
    reason: 'Named by the step.',
  });
});

test('fallbacks without a pinned model come after the first of the ranking, and replace the rest of it', () => {
  expect(choose({ strategy: 'QUALITY', fallbacks: ['sandbox/slow'] }).candidates).toEqual([
    quality,
    'sandbox/slow',
  ]);
});

test('a call that fits no model as a whole says so', () => {
  expect(choose({}, { ...size, promptTokens: 32_769 }).fitsWhole).toBe(false);
  expect(choose({}, { ...size, maxTokens: 8_193 }).fitsWhole).toBe(false);
  expect(choose({}, size).fitsWhole).toBe(true);
});

test('a call fits a context if prompt and longest reply fit together, to the token', () => {
  const model = catalogModel('one', { context: 1_000, maxOutput: 300 });
  expect(fitsContext(model, { promptTokens: 700, maxTokens: 300, usualTokens: 1 })).toBe(true);
  expect(fitsContext(model, { promptTokens: 701, maxTokens: 300, usualTokens: 1 })).toBe(false);
  expect(fitsContext(model, { promptTokens: 1, maxTokens: 301, usualTokens: 1 })).toBe(false);
});

test('before any price is in force, ranking still gives an order', () => {
  const at = Date.parse('2020-01-01');
  const ranked = rankModels('COST', size, {
    models,
    providers: engine.providerNames,
    measurements: engine.measurements,
    at,
  });
  expect(ranked.map(({ id }) => id).toSorted()).toEqual([fast, quality]);
});

test('routing chooses a model until the day on which its provider ends it; a step can still name it', () => {
  const ending = catalogModel('ending', { routed: true, retired: '2026-03-01' });
  const catalog = openCatalog([ending]);
  const ranked = (at: string) =>
    rankModels('COST', size, {
      models: catalog.models,
      providers: new Set(['test']),
      measurements: engine.measurements,
      at: Date.parse(at),
    });
  expect(ranked('2026-02-28')).toEqual([ending]);
  expect(ranked('2026-03-01')).toEqual([]);
  engine = { ...engine, catalog, providerNames: new Set(['test']) };
  expect(choose({ model: 'test/ending' }).candidates).toEqual(['test/ending']);
});

test('a model whose price is unknown is the most expensive, and one named twice is called once', () => {
  const [priced, unpriced] = [
    catalogModel('priced', { routed: true, latencyMs: 900 }),
    catalogModel('unpriced', { routed: true, quality: 0.9, prices: [] }),
  ];
  engine = {
    ...engine,
    catalog: openCatalog([unpriced, priced]),
    providerNames: new Set(['test', 'openai']),
  };
  expect(choose({ strategy: 'COST' }).candidates).toEqual(['test/priced', 'test/unpriced']);
  const twice = { model: 'openai/new', fallbacks: ['openai/new', 'openai/other'] };
  expect(choose(twice).candidates).toEqual(['openai/new', 'openai/other']);
});
