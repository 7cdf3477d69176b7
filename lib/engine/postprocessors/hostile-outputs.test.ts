import { describe, expect, test } from 'vitest';
import { postprocessedApart } from '@/testing/postprocessed';
import { PostprocessorProblem } from './define-postprocessor';

/** Expects a result or a problem, perhaps that it passed a limit. */
async function ends(name: string, work: Parameters<typeof postprocessedApart>[1]): Promise<void> {
  const result = await postprocessedApart(name, work).catch((error: unknown) => error);
  if (result instanceof Error) expect(result).toBeInstanceOf(PostprocessorProblem);
}

const outputs = {
  'a cell of 1 MB': [{ a: 'x"'.repeat(500_000) }],
  '100,000 rows': Array.from({ length: 100_000 }, (_, index) => ({ id: index, name: `=part ${index}` })),
  '5,000 columns': [Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`c${index}`, index]))],
  'rows that share no fields': Array.from({ length: 100_000 }, (_, index) => ({ [`c${index}`]: index })),
  'names of prototypes': JSON.parse('[{"__proto__":{"a":1},"constructor":1,"toString":null}]'),
  'nested JSON': [{ a: Array.from({ length: 90 }).reduce<unknown>((inner) => [inner], 1) }],
  'half characters and NUL': [{ '\uD800\0': '\uDC00\0\uFFFF' }],
  'equal columns': [{ a: 1 }],
};
describe.each(Object.entries(outputs))('%s', (_name, output) => {
  test.each(['writeToCsv', 'writeToXlsx', 'writeToJson'])('%s', (name) => ends(name, { output }));
});

/** Characters: as many as `lintCode` takes. */
const long = 500_000;
const texts = {
  statements: Array.from({ length: 14_000 }, (_, index) => `export const a${index} = { port: 1 };\n`).join(
    '',
  ),
  'unused functions': Array.from(
    { length: 14_000 },
    (_, index) => `function f${index}(a) { return a; }\n`,
  ).join(''),
  duplicates: `export const a = {${'b: 1, '.repeat(long / 6)}};`,
  brackets: '['.repeat(long),
  chains: `a${'.b'.repeat(long / 2)};`,
  additions: `a = ${'1+'.repeat(long / 2)}1;`,
  strings: `a = "${'x'.repeat(long)}";`,
  'a template without end': `\`$\{`.repeat(long / 3),
  'line ends': '\n'.repeat(long),
  comments: '// eslint-disable-line\n/* eslint a: {{ */\n'.repeat(10_000),
  'nested lists': Array.from({ length: 300 }, (_, index) => `${' '.repeat(index * 2)}- a`).join('\n'),
  quotations: '> '.repeat(10_000),
  headings: '# a\n'.repeat(100_000),
  backticks: '`'.repeat(long),
  'half characters and NUL': '\uD800\0\uDC00'.repeat(100),
  'one character more': 'a'.repeat(long + 1),
};
describe.each(Object.entries(texts))('%s', (_name, text) => {
  test.each(['javascript', 'typescript', 'json'])('lintCode as %s', (language) =>
    ends('lintCode', { text, options: { language, fail_on: 'never' } }),
  );
  test('diffOriginal', () => ends('diffOriginal', { text, originalText: [...text].reverse().join('') }));
  test('appendReadme', () => ends('appendReadme', { text, fileText: text }));
  test('writeToTxt', () => ends('writeToTxt', { text, options: { line_length: 40 } }));
});
