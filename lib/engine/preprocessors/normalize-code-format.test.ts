import { describe, expect, test } from 'vitest';
import { preparedBy, problemOf } from '@/testing/engine/prepared-by';
import { normalizeCodeFormat } from './normalize-code-format';

const format = (text: string, options: object = {}, file: string | null = null) =>
  preparedBy(normalizeCodeFormat, text, options, { file: file === null ? null : { name: file, text } });

test.each([
  ['javascript', 'const a={b:1};if(a)c()', 'const a = { b: 1 };\nif (a) c();'],
  ['javascript', 'const a=<p>{b}</p>', 'const a = <p>{b}</p>;'],
  ['typescript', 'let a:string=<string>b\n', 'let a: string = <string>b;\n'],
  ['typescript', 'const a:B=<p>x</p>', 'const a: B = <p>x</p>;'],
  ['json', '{"a":[1,2],"b":{}}', '{ "a": [1, 2], "b": {} }'],
  ['css', 'a{color:red;margin:0}', 'a {\n  color: red;\n  margin: 0;\n}'],
  ['html', '<ul><li>a</li><li>b</li></ul>', '<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>'],
  ['html', '<style>a{color:red}</style>', '<style>\n  a {\n    color: red;\n  }\n</style>'],
  ['yaml', 'a:   1\nb:\n    - c\n', 'a: 1\nb:\n  - c\n'],
  ['markdown', 'Title\n===\n* a\n* b', 'Title\n===\n\n- a\n- b'],
])('%s is formatted, and its language found: %j', async (language, before, after) => {
  expect(await format(before, { language })).toBe(after);
});

describe('the language', () => {
  test.each([
    ['const a={b:1};', null, 'const a = { b: 1 };'],
    ['interface A{b:string}', null, 'interface A {\n  b: string;\n}'],
    ['{"a":1}', null, '{ "a": 1 }'],
    ['a{color:red;margin:0}', null, 'a {\n  color: red;\n  margin: 0;\n}'],
    ['<!doctype html><p>a</p>', null, '<!doctype html>\n<p>a</p>'],
    ['name:   a\nsteps:\n  - b\n', null, 'name: a\nsteps:\n  - b\n'],
    ['# Title\n* [a](b)', null, '# Title\n\n- [a](b)'],
    ['a:   1\n', 'settings.yml', 'a: 1\n'],
  ])('of %j in the file %s is found', async (before, file, after) => {
    expect(await format(before, {}, file)).toBe(after);
  });
});

test('indents and lines have the width that is named', async () => {
  const css = 'a{color:red}';
  expect(await format(css, { language: 'css', indent: 4 })).toBe('a {\n    color: red;\n}');
  expect(await format(css, { language: 'css', use_tabs: true })).toBe('a {\n\tcolor: red;\n}');
  const call = 'call(firstArgument, secondArgument, thirdOne)';
  expect(await format(call, { language: 'javascript' })).toBe(`${call};`);
  expect(await format(call, { language: 'javascript', max_line_length: 40 })).toBe(
    'call(\n  firstArgument,\n  secondArgument,\n  thirdOne,\n);',
  );
});

test('a text that is longer than a line stays whole', async () => {
  const long = `a = "${'x '.repeat(100)}";`;
  expect(await format(long, { language: 'javascript' })).toBe(long.replace('a = ', 'a =\n  '));
});

test('YAML keeps spaces', async () => {
  expect(await format('a:\n  b: 1\n', { language: 'yaml', use_tabs: true })).toBe('a:\n  b: 1\n');
});

test.each([
  ['a{', { language: 'css' }, "the text doesn't parse as css."],
  ['let a = ;', {}, "the text doesn't parse as javascript."],
  ['['.repeat(200_000), { language: 'javascript' }, "the text doesn't parse as javascript."],
  ['The arm stops.', {}, /^the language isn't one of javascript, .* Name it in language\.$/],
])('%.20j with %j fails', async (text, options, message) => {
  const problem = await problemOf(normalizeCodeFormat, text, options);
  expect(problem.code).toBe('PROCESSOR_FAILED');
  expect(problem.message).toMatch(message);
});

test('a message quotes nothing of the text', async () => {
  const { message } = await problemOf(normalizeCodeFormat, 'let secret4711 = ;', { language: 'javascript' });
  expect(message).not.toContain('secret4711');
});
