import { expect, test } from 'vitest';
import { isRetired, openCatalog, pricesAt } from '@/lib/engine/models/catalog';
import { catalogModel } from '@/testing/engine/catalog-model';

const listed = catalogModel('listed', { id: 'openai/listed' });
const { knows, named, models } = openCatalog([listed]);

test('a catalog has its models in order, and names them', () => {
  expect(models).toEqual([listed]);
  expect(named('openai/listed')).toBe(listed);
});

test('a model that only its provider knows has cautious values, and an unknown price', () => {
  const model = named('compatible/meta/llama3.3:70b');
  expect(model).toMatchObject({ id: 'compatible/meta/llama3.3:70b', context: 128_000, routed: false });
  expect(pricesAt(model, Date.parse('2030-01-01'))).toBeNull();
});

test.each([
  'fast',
  '/fast',
  '',
  'openai',
  'openai/',
  'openai/gpt 5',
  'openai/gpt\u0000',
  `openai/${'a'.repeat(201)}`,
  'acme/large',
  'constructor/x',
  'sandbox/none',
  'gemini/../../admin',
  'gemini/..',
  'gemini/models/.',
  'gemini/models/../keys',
  'gemini/models//keys',
  'gemini//evil.example/x',
  'gemini/models/',
  'gemini/a?key=b',
  'gemini/a#b',
  'gemini/%2e%2e/keys',
  'gemini/..\\keys',
])('nobody can name the model “%s”', (id) => {
  expect(knows(id)).toBe(false);
});

test.each([
  'openai/ft:gpt-6-luna:acme::9x',
  'compatible/meta-llama/Llama-3.3-70B',
  'compatible/..llama',
  'gemini/tunedModels/mine',
  'compatible/模型',
])('the model “%s” can be named', (id) => {
  expect(knows(id)).toBe(true);
});

test('a price holds from the start of its day until the next', () => {
  const [since] = listed.prices;
  const at = Date.parse('2026-01-01');
  expect(pricesAt(listed, at - 1)).toBeNull();
  expect(pricesAt(listed, at)).toEqual(since?.prices);
});

test('a model is retired from the start of the day that its provider names', () => {
  const ending = { ...listed, retired: '2026-03-01' };
  expect(isRetired(ending, Date.parse('2026-03-01') - 1)).toBe(false);
  expect(isRetired(ending, Date.parse('2026-03-01'))).toBe(true);
  expect(isRetired(listed, Number.MAX_SAFE_INTEGER)).toBe(false);
});
