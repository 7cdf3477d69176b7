import { expect, test } from 'vitest';
import { extendModels } from '@/lib/server/models/extend-models';
import { catalogModel } from '@/testing/engine/catalog-model';

const listed = catalogModel('listed', { id: 'openai/listed' });
const sandbox = catalogModel('fast', { id: 'sandbox/fast' });

const extended = (...entries: unknown[]) => extendModels([listed, sandbox], { models: entries });
const modelsOf = (...entries: unknown[]) => {
  const result = extended(...entries);
  if (result.problems) throw new Error(result.problems.join('\n'));
  return result.models;
};
const problemsOf = (...entries: unknown[]) => extended(...entries).problems;

test('a model that the catalog lacks comes last, with cautious values for fields that its entry omits', () => {
  const models = modelsOf({ id: 'compatible/llama3.3', context: 131_072, routed: true });
  expect(models).toEqual([
    listed,
    sandbox,
    {
      ...{
        id: 'compatible/llama3.3',
        context: 131_072,
        maxOutput: 16_384,
        structured: false,
        reasoning: false,
      },
      ...{ quality: 0.5, latencyMs: 2_000, routed: true, retired: null, prices: [] },
    },
  ]);
});

test('an entry of the catalog keeps its place, and the fields that its new entry omits', () => {
  expect(modelsOf({ id: 'openai/listed', quality: 0.9 })).toEqual([{ ...listed, quality: 0.9 }, sandbox]);
});

test('a smaller context bounds an output that nobody named', () => {
  expect(modelsOf({ id: 'openai/listed', context: 1_000 })[0]).toMatchObject({
    context: 1_000,
    maxOutput: 1_000,
  });
});

test('prices in dollars per million tokens become exact nano-dollars, and replace those of the catalog', () => {
  const prices = [
    { from: '2026-01-01', input: 0.6, output: 1.2 },
    {
      ...{ from: '2026-02-01', input: 0.575, cachedInput: 0.057, cacheWrite: 0.7, output: 4.1, reasoning: 5 },
      above: { tokens: 100_000, input: 1.15, output: 8.2 },
    },
    { from: '2026-03-01', input: 0, output: 0 },
  ];
  const [model] = modelsOf({ id: 'openai/listed', prices });
  expect(model?.prices).toEqual([
    {
      from: '2026-01-01',
      prices: { input: 600, cachedInput: 600, cacheWrite: 600, output: 1_200, reasoning: 1_200 },
    },
    {
      from: '2026-02-01',
      prices: {
        ...{ input: 575, cachedInput: 57, cacheWrite: 700, output: 4_100, reasoning: 5_000 },
        above: {
          tokens: 100_000,
          prices: { input: 1_150, cachedInput: 1_150, cacheWrite: 1_150, output: 8_200, reasoning: 8_200 },
        },
      },
    },
    {
      from: '2026-03-01',
      prices: { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 },
    },
  ]);
});

test.each([null, [], 'text', {}, { models: {} }, { models: [], version: 1 }])(
  'a file that contains %j is refused',
  (json) => {
    expect(extendModels([], json).problems).toEqual([
      'It must be an object with one field, "models", a list.',
    ]);
  },
);

test('more than 1,000 models are refused', () => {
  const many = Array.from({ length: 1_001 }, (_, index) => ({ id: `compatible/m${index}` }));
  expect(extendModels([], { models: many }).problems).toHaveLength(1);
  expect(extendModels([], { models: many.slice(1) }).problems).toBeUndefined();
});

const of = (field: object) => ({ id: 'openai/x', ...field });
const priced = (prices: object) => of({ prices: [{ from: '2026-01-01', input: 1, output: 2, ...prices }] });

test.each<[unknown, string]>([
  [7, 'models[0] must be an object.'],
  [{}, 'models[0]: id must be provider/name, with one of the providers'],
  [{ id: 'acme/large' }, 'models[0]: id must be provider/name'],
  [{ id: 'sandbox/new' }, 'models[0]: id must be provider/name'],
  [of({ context: 0 }), 'models[0] (openai/x): context must be a whole number from 1 to 100,000,000.'],
  [of({ context: '128000' }), 'models[0] (openai/x): context must be a whole number'],
  [of({ context: null }), 'models[0] (openai/x): context must be a whole number'],
  [of({ maxOutput: 1.5 }), 'models[0] (openai/x): maxOutput must be a whole number'],
  [of({ maxOutput: 200_000 }), 'models[0] (openai/x): maxOutput must be at most its context, 128000.'],
  [of({ quality: 2 }), 'models[0] (openai/x): quality must be a number from 0 to 1.'],
  [of({ routed: 'yes' }), 'models[0] (openai/x): routed must be true or false.'],
  [of({ retired: '2026-02-30' }), 'models[0] (openai/x): retired must be null, or a day'],
  [of({ price: 1 }), 'models[0] (openai/x): "price" isn\'t a field.'],
  [of({ toString: 1 }), 'models[0] (openai/x): "toString" isn\'t a field.'],
  [of({ prices: {} }), 'models[0] (openai/x): prices must be a list.'],
  [of({ prices: [1] }), 'models[0] (openai/x): prices[0].from must be there'],
  [priced({ from: 'today' }), 'models[0] (openai/x): prices[0].from must be a day'],
  [priced({ input: -1 }), 'models[0] (openai/x): prices[0].input must be dollars per million tokens'],
  [priced({ input: 0.0001 }), 'models[0] (openai/x): prices[0].input must be dollars per million tokens'],
  [
    of({ prices: [{ from: '2026-01-01', input: 1 }] }),
    'models[0] (openai/x): prices[0].output must be dollars',
  ],
  [priced({ cached: 1 }), 'models[0] (openai/x): prices[0]."cached" isn\'t a field.'],
  [priced({ above: { tokens: 0, input: 1, output: 1 } }), 'prices[0].above.tokens must be a whole number'],
  [priced({ above: { tokens: 9, input: 1 } }), 'prices[0].above.output must be dollars per million tokens'],
])('an entry %j is refused, with its field', (entry, problem) => {
  const problems = problemsOf(entry);
  expect(problems).toHaveLength(1);
  expect(problems?.[0]).toContain(problem);
});

test('prices out of order and a model that is there twice are refused, and all problems named at once', () => {
  const prices = [
    { from: '2026-02-01', input: 1, output: 1 },
    { from: '2026-01-01', input: 1, output: 1 },
  ];
  expect(problemsOf({ id: 'openai/x' }, { id: 'openai/x', prices, quality: -1 })).toEqual([
    'models[1] (openai/x) is there twice.',
    'models[1] (openai/x): quality must be a number from 0 to 1.',
    'models[1] (openai/x): prices must be in the order of their days.',
  ]);
});
