import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, test } from 'vitest';
import { preparedBy, problemOf } from '@/testing/engine/prepared-by';
import { expectLinear } from '@/testing/expect-linear';
import { type CountTokens, loadTokenizer } from './count-tokens';
import { enforceTokenLimit } from './enforce-token-limit';

let count: CountTokens;
beforeAll(async () => {
  count = await loadTokenizer();
});

const limit = (text: string, options: object) => preparedBy(enforceTokenLimit, text, options);
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index + 1} of the log.\n`).join('');
const prose = Array.from({ length: 200 }, (_, index) => `Arm ${index} stops halfway.`).join(' ');

test('a text within the limit stays as it is', async () => {
  const text = lines(10);
  expect(await limit(text, { max_tokens: count(text) })).toBe(text);
  expect(await limit(text, { max_tokens: count(text), on_exceed: 'fail' })).toBe(text);
});

test('the start stays, with a marker at the end of a line', async () => {
  const cut = await limit(lines(1_000), { max_tokens: 100 });
  expect(cut).toMatch(/^Line 1 of the log\.\n(?:Line \d+ of the log\.\n)+\[…\]$/);
  expect(count(cut)).toBeLessThanOrEqual(100);
  expect(count(cut)).toBeGreaterThan(88);
});

test('the end stays', async () => {
  const cut = await limit(lines(1_000), { max_tokens: 100, keep: 'end' });
  expect(cut).toMatch(/^\[…\]\n(?:Line \d+ of the log\.\n)+$/);
  expect(cut.endsWith('Line 1000 of the log.\n')).toBe(true);
  expect(count(cut)).toBeLessThanOrEqual(100);
});

test('both ends stay, each with up to half', async () => {
  const cut = await limit(lines(1_000), { max_tokens: 100, keep: 'both' });
  const [start = '', end = ''] = cut.split('\n[…]\n');
  expect(start).toMatch(/^Line 1 of the log\.\n/);
  expect(end).toMatch(/Line 1000 of the log\.\n$/);
  for (const part of [start, end]) {
    expect(count(part)).toBeLessThanOrEqual(50);
    expect(count(part)).toBeGreaterThan(35);
  }
  expect(count(cut)).toBeLessThanOrEqual(100);
});

test('prose is cut at the end of a sentence', async () => {
  expect(await limit(prose, { max_tokens: 50 })).toMatch(/ stops halfway\. \[…\]$/);
  expect(await limit(prose, { max_tokens: 50, keep: 'end' })).toMatch(/^\[…\] Arm /);
});

test('words are cut between words, and what has none anywhere', async () => {
  const words = 'arm '.repeat(500);
  expect(await limit(words, { max_tokens: 20 })).toMatch(/^(?:arm )+\[…\]$/);
  const cut = await limit('\u{1f916}'.repeat(500), { max_tokens: 20, keep: 'both' });
  expect(cut).toMatch(/^(?:\u{1f916})+\[…\](?:\u{1f916})+$/u);
});

test('the marker can be another, and none', async () => {
  expect(await limit(lines(100), { max_tokens: 30, marker: '(cut)' })).toMatch(/\n\(cut\)$/);
  expect(await limit(lines(100), { max_tokens: 30, marker: '' })).toMatch(/log\.$/);
});

test('a limit with no room for the marker leaves the marker out', async () => {
  expect(await limit(prose, { max_tokens: 2 })).toBe('Arm');
  expect(
    await limit(lines(9), { max_tokens: 4, keep: 'both', marker: 'a long marker of many words' }),
  ).not.toContain('marker');
});

describe('under fail', () => {
  test('a text over the limit is refused', async () => {
    expect(await problemOf(enforceTokenLimit, prose, { max_tokens: 1_000, on_exceed: 'fail' })).toEqual({
      code: 'PROMPT_TOO_LONG',
      message: 'the text has more than 1,000 tokens.',
    });
  });
});

test('every limit is kept', { timeout: 30_000 }, async () => {
  const text = `${prose}\n${lines(20)}${'x1'.repeat(300)}`;
  for (const keep of ['start', 'end', 'both'])
    for (let max = 1; max < 400; max += 7)
      expect(count(await limit(text, { max_tokens: max, keep })), `${keep} ${max}`).toBeLessThanOrEqual(max);
});

test("text that looks like a model's control token counts as text", async () => {
  expect(await limit('<|endoftext|>', { max_tokens: 8 })).toBe('<|endoftext|>');
});

test.each([
  ['letters', 'a'],
  ['letters of a genome', 'ACGTTGCATGTCGCATGATGCATGAGAGCTA'],
  ['characters of two code units', '\u{1f916}'],
  ['marks', '.'],
  ['spaces', ' '],
])('a run of %s is counted in a time that grows with its length', { timeout: 30_000 }, async (_, part) => {
  // As a single word, such a run took minutes.
  await expectLinear(
    200_000,
    (length) => part.repeat(length / part.length),
    async (text) => {
      const cut = await limit(text, { max_tokens: Math.floor(text.length / 10) });
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeGreaterThan(text.length / 14);
    },
  );
});

test('of a long run, a few tokens at most are miscounted', () => {
  const run = 'ACGTTGCATGTCGCATGATGCATGAGAGCTA'.repeat(100);
  const whole = countTokens(run);
  expect(Math.abs(count(run) - whole)).toBeLessThan(whole / 100);
});
