import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { takesOptions, writtenBy } from '@/testing/postprocessed';

const markdownOf = async (text: string, options: object = {}) =>
  Buffer.from((await writtenBy('writeToMarkdown', text, options)).bytes).toString();

test('the file is the one of the reference', async () => {
  const text = 'One query is built from user input.';
  const options = { title: 'Review', front_matter: { status: 'draft' } };
  expect(await markdownOf(text, options)).toBe(`---
status: draft
---

# Review

One query is built from user input.`);
  expect(await writtenBy('writeToMarkdown', text)).toMatchObject({
    name: 'summary.md',
    type: 'text/markdown; charset=utf-8',
  });
});

test.each([
  '',
  'a  \r\nb\n\n',
  '# Own\n\n<b onclick=x>raw</b>\t',
  '---\na: b\n---\n',
  'مرحبا 你好 😀',
  'x'.repeat(1_000_000),
])('without options the file holds the text alone: %#', async (text) =>
  expect(await markdownOf(text)).toBe(text),
);

test.each([
  ['Review', '# Review'],
  ['A *b* [c](d) <e> `f` #', '# A \\*b\\* \\[c]\\(d) \\<e> \\`f\\` \\#'],
  ['snake_case and C#', '# snake_case and C\\#'],
  [' around ', '# around'],
])('the title %j is the heading %j', async (title, heading) => {
  expect((await markdownOf('', { title })).split('\n')[0]).toBe(heading);
});

test('front matter says the same to readers of YAML 1.1 and 1.2', async () => {
  const front_matter = {
    ...{ no: 'no', time: '1:30', date: '2026-11-27', octal: '012', empty: '', hash: '# x', 'a: b': 'c: d' },
    ...{
      lines: 'a\n---\nb\n',
      list: [1, null, { deep: true }],
      none: {},
      long: 'word '.repeat(100),
      é: '😀',
    },
  };
  const file = await markdownOf('Text', { front_matter });
  const [, yaml = '', text] = /^---\n(.*?\n)---\n\n(.*)$/s.exec(file) ?? [];
  expect(text).toBe('Text');
  for (const version of ['1.1', '1.2'] as const) expect(parse(yaml, { version })).toEqual(front_matter);
});

test.each([
  [{ title: '' }],
  [{ title: ' ' }],
  [{ title: 'two\nlines' }],
  [{ front_matter: [] }],
  [{ front_matter: 'a: b' }],
  [{ heading: 'x' }],
])('the options %j are refused', (options) => {
  expect(takesOptions('writeToMarkdown', options)).toBe(false);
});
