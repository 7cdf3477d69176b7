import { expect, test } from 'vitest';
import { modelsTable, otherPricesTable, priceSourcesTable } from './model-tables';

const row = (provider: string, id: string) =>
  modelsTable(provider).rows.find(([cell]) => typeof cell === 'object' && cell.code === id);

test('a model has its limits, its prices per million tokens, its abilities and its place in routing', () => {
  expect(row('anthropic', 'anthropic/claude-haiku-5-5')).toEqual([
    { code: 'anthropic/claude-haiku-5-5' },
    ...['1,000,000', '128,000', '$0.10', '$0.01', '$0.50', '0.83', 'structured, reasoning', 'Yes'],
  ]);
  expect(row('openai', 'openai/gpt-4.1')?.slice(-2)).toEqual(['structured', 'If named, until Jan 14, 2027']);
});

test('the prices are those on the day of reading; later prices and prices for long inputs follow', () => {
  expect(row('gemini', 'gemini/gemini-4-carbon')?.slice(3, 6)).toEqual(['$2.00', '$0.100', '$10.00']);
  expect(otherPricesTable('gemini').rows).toContainEqual([
    '`gemini/gemini-4-carbon` from Dec 1, 2026',
    ...['$4.00', '$0.20', '$20.00'],
  ]);
  expect(otherPricesTable('anthropic').rows).toContainEqual([
    '`anthropic/claude-haiku-5-5` above 100,000 tokens of input',
    ...['$0.50', '$0.05', '$2.50'],
  ]);
});

test('the numbers of a column have as many decimals as the longest needs, and at least two', () => {
  const decimals = (provider: string, column: number) => [
    ...new Set(modelsTable(provider).rows.map((cells) => String(cells[column]).split('.')[1]?.length)),
  ];
  for (const provider of ['openai', 'anthropic', 'gemini', 'sandbox'])
    for (const column of [3, 4, 5, 6])
      expect(decimals(provider, column), `${provider} ${column}`).toHaveLength(1);
  expect([decimals('gemini', 3), decimals('gemini', 4)]).toEqual([[2], [3]]);
});

test('rows have different first cells', () => {
  for (const provider of ['openai', 'anthropic', 'gemini'])
    for (const { rows } of [modelsTable(provider), otherPricesTable(provider)]) {
      const names = rows.map(([cell]) => JSON.stringify(cell));
      expect(new Set(names).size).toBe(names.length);
    }
});

test('each source names its provider and its days', () => {
  expect(priceSourcesTable().rows.map(([provider]) => provider)).toEqual(['OpenAI', 'Anthropic', 'Gemini']);
});

test('a provider without models, or without other prices, breaks the build of its page', () => {
  expect(() => modelsTable('acme')).toThrow("The catalog has no model of 'acme'.");
  expect(() => otherPricesTable('sandbox')).toThrow("The models of 'sandbox' have no other prices.");
});
