import { builtinRules } from 'eslint/use-at-your-own-risk';
import { describe, expect, test } from 'vitest';
import { postprocessed, takesOptions } from '@/testing/postprocessed';
import { lintRules } from './lint/lint-rules';

const linted = (text: string, options: object = {}) =>
  postprocessed('lintCode', { text, options: { fail_on: 'never', ...options } });
const findings = async (text: string, options: object = {}) =>
  (
    (await linted(text, options)).output as {
      lint: { rule: string; line: number; column: number; severity: string }[];
    }
  ).lint;
const rulesOf = async (text: string, options: object = {}) =>
  (await findings(text, options)).map(({ rule }) => rule);

const code = 'export const arm = {\n  port: 1,\n  port: 2,\n};\n';
const generated = { code, language: 'javascript', tests: null, explanation: 'The settings of the arm.' };

test('the example of the reference', async () => {
  const options = { fail_on: 'never', rules: { 'no-unused-vars': 'off' } };
  const { output } = await postprocessed('lintCode', { task: 'code-generation', output: generated, options });
  expect(output).toEqual({
    ...generated,
    lint: [{ line: 3, column: 3, severity: 'error', rule: 'no-dupe-keys', message: "Duplicate key 'port'." }],
  });
});

test('findings at or above fail_on fail the step, and the message quotes no code', async () => {
  await expect(linted(code, { fail_on: 'error' })).rejects.toMatchObject({
    code: 'LINT_FAILED',
    message: 'lintCode: no-dupe-keys at line 3, column 3. To read the findings, set fail_on to never.',
  });
  const unused = 'const a = 1;\nexport const b = 2;\n';
  expect((await linted(unused, { fail_on: 'error' })).output).toMatchObject({
    lint: [{ severity: 'warning', rule: 'no-unused-vars' }],
  });
  await expect(linted(unused, { fail_on: 'warning' })).rejects.toMatchObject({ code: 'LINT_FAILED' });
  await expect(linted(code, { fail_on: 'warning' })).rejects.toMatchObject({ code: 'LINT_FAILED' });
});

test('all rules are of ESLint, find with their defaults, and can be set', async () => {
  expect(Object.keys(lintRules).filter((name) => !builtinRules.has(name))).toEqual([]);
  expect(await rulesOf('if (a == 1) { f(); }', { language: 'javascript' })).toEqual([]);
  expect(
    await findings('if (a == 1) { f(); }', { language: 'javascript', rules: { eqeqeq: 'error' } }),
  ).toMatchObject([{ rule: 'eqeqeq', severity: 'error' }]);
  expect(takesOptions('lintCode', { rules: { 'no-such-rule': 'error' } })).toBe(false);
  expect(takesOptions('lintCode', { rules: { 'no-eval': 2 } })).toBe(false);
});

test('comments of the code configure nothing', async () => {
  const commented = `/* eslint no-dupe-keys: 0, foo: {{{, no-eval: ["error", {"allowIndirect": 5}] */\n/* eslint-env x */ // eslint-disable-line\n/* eslint-disable */\n/* global a: b: c */\n${code}`;
  expect(await rulesOf(commented)).toEqual(['no-dupe-keys']);
});

test("code that doesn't parse is one finding", async () => {
  expect(await findings('const a = ;\nconst', { language: 'javascript' })).toEqual([
    { line: 1, column: 11, severity: 'error', rule: 'syntax', message: 'Unexpected token' },
  ]);
});

describe('languages', () => {
  test('TypeScript is read with its types, decorators, and JSX', async () => {
    const typed =
      "import type { A } from './a';\nenum E { X }\nfunction f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: unknown): void { void a; }\nabstract class B<T> { @d() private x?: T; declare y: A; constructor(readonly z: E) {} abstract m(): void; }\nexport const o = { a: 1 as const, a: 2 satisfies number };\nexport { f, B };";
    expect(await rulesOf(typed, { language: 'typescript' })).toEqual(['no-dupe-keys']);
    expect(
      await rulesOf('export const a: X = <b c={`$' + '{1}`}>d</b>;', { language: 'typescript' }),
    ).toEqual([]);
    expect(await rulesOf('export const a = <b>d</b>;', { language: 'javascript' })).toEqual([]);
  });

  test('JSON is checked for syntax and for names twice', async () => {
    const json = (text: string) => findings(text, { language: 'json' });
    expect(await json('{"a": [1, -2.5e3, true, null, {"b": "\\u00e9"}], "c": {}}')).toEqual([]);
    expect(await json('{"a": 1,\n "b": {"a": 1},\n "\\u0061": 2}')).toEqual([
      { line: 3, column: 2, severity: 'error', rule: 'no-dupe-keys', message: "Duplicate key 'a'." },
    ]);
    for (const [text, line, column] of [
      ['{"a": 1,\n}', 2, 1],
      ['[1,]', 1, 4],
      ['[01]', 1, 3],
      ["{'a': 1}", 1, 2],
      ['{"a" 1}', 1, 6],
      ['["a\nb"]', 1, 2],
      ['[1}', 1, 3],
      ['1 2', 1, 3],
      ['["\\x"]', 1, 2],
      ['', 1, 1],
      ['[', 1, 2],
      ['// a', 1, 1],
    ] as const) {
      expect(() => JSON.parse(text)).toThrow();
      expect(await json(text)).toMatchObject([{ line, column, rule: 'syntax' }]);
    }
  });

  test('the language is that of the output, or found from the text', async () => {
    const of = (language: string, source: string) =>
      postprocessed('lintCode', {
        task: 'code-generation',
        output: { ...generated, code: source, language },
      });
    await expect(of('TypeScript', 'export const a: number = 1;')).resolves.toMatchObject({
      output: { lint: [] },
    });
    await expect(of('Python', 'a = 1')).rejects.toMatchObject({ code: 'PROCESSOR_FAILED' });
    expect(await rulesOf('{"a": 1, "a": 2}')).toEqual(['no-dupe-keys']);
    await expect(linted('def f():\n  return None\n')).rejects.toMatchObject({ code: 'PROCESSOR_FAILED' });
    await expect(linted('Hello there.')).rejects.toMatchObject({ code: 'PROCESSOR_FAILED' });
  });
});

test('a list has no place for findings', async () => {
  await expect(postprocessed('lintCode', { output: [], text: code })).rejects.toMatchObject({
    code: 'LINT_FAILED',
  });
  await expect(
    postprocessed('lintCode', { output: [], text: code, options: { fail_on: 'never' } }),
  ).rejects.toMatchObject({ code: 'PROCESSOR_FAILED' });
});
