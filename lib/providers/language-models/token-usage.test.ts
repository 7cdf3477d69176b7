import { expect, test } from 'vitest';
import { tokenUsage } from './token-usage';

const usage = (
  [input, cacheRead, cacheWrite]: (number | undefined)[],
  [output, reasoning]: (number | undefined)[],
) =>
  tokenUsage({
    inputTokens: { total: input, noCache: undefined, cacheRead, cacheWrite },
    outputTokens: { total: output, text: undefined, reasoning },
  });

test('the five kinds of tokens add up to what the provider counted, each token in one of them', () => {
  expect(usage([1_000, 700, 100], [300, 250])).toEqual({
    input: 200,
    cachedInput: 700,
    cacheWrite: 100,
    output: 50,
    reasoning: 250,
  });
});

test('kinds that the provider omits count as 0', () => {
  expect(usage([10], [2])).toEqual({ input: 10, cachedInput: 0, cacheWrite: 0, output: 2, reasoning: 0 });
});

test.each([
  ['missing', [undefined], [undefined]],
  ['without a prompt', [0], [5]],
  ['without an answer', [5], [undefined]],
  ['negative', [-5], [5]],
  ['more cached than read', [5, 9], [5]],
  ['more thought than written', [5], [5, 9]],
  ['beyond any model', [1e15], [5]],
  ['half a token', [1.5], [5]],
  ['no number', [Number.NaN], [5]],
])('a count that is %s is none, so that it is estimated instead', (_, input, output) => {
  expect(usage(input, output)).toBeNull();
});
