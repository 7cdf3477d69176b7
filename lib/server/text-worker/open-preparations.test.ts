import { afterAll, describe, expect, test } from 'vitest';
import type { ProcessorEntry, StepMaterial } from '@/lib/engine/preprocessors/prepare-texts';
import { isLightPreparation } from './is-light';
import { openTextWorker } from './open-text-worker';

const expressions = openTextWorker({ texts: { milliseconds: 1_000, mebibytes: 512 } });
afterAll(() => expressions.close());

const callerOf = (accountId: string, signal = new AbortController().signal) => ({ accountId, signal });
const css = { language: 'css', indent: 2, use_tabs: false, max_line_length: 100 };
const format: ProcessorEntry = { name: 'normalizeCodeFormat', options: css };
const material = (text: string, entries: ProcessorEntry[] = [format]): StepMaterial => ({
  ...{ entries, text, instructions: '', options: {}, variables: {}, file: null },
});
const rule = 'a{color:red}';
const endless = rule.repeat(300_000);

test('a preparation that takes too long is ended, also while it waits for itself, and other accounts are served', async () => {
  const slow = expressions.prepare(material(endless), callerOf('acc_1'));
  const other = expressions.prepare(material(rule), callerOf('acc_2'));
  expect((await other).text).toBe('a {\n  color: red;\n}');
  await expect(slow).rejects.toMatchObject({
    code: 'PROCESSOR_FAILED',
    message: expect.stringMatching(
      /^normalizeCodeFormat: the text takes more than (1 seconds|512 MiB of memory)\.$/,
    ),
  });
  // Its account gets a new process.
  expect((await expressions.prepare(material(rule), callerOf('acc_1'))).text).toContain('color: red');
});

test('a problem keeps its code and words on its way from a process', async () => {
  await expect(expressions.prepare(material('a{'), callerOf('acc_1'))).rejects.toMatchObject({
    name: 'PreprocessorProblem',
    code: 'PROCESSOR_FAILED',
    message: "normalizeCodeFormat: the text doesn't parse as css.",
  });
});

test('a caller who leaves waits no longer', async () => {
  const control = new AbortController();
  const waiting = expressions.prepare(material(endless), callerOf('acc_3', control.signal));
  control.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
});

describe('light work', () => {
  const isLight = (name: string, options: object, text: string, rest: object = {}) =>
    isLightPreparation({
      ...{
        entry: { name, options },
        text,
        instructions: '',
        options: {},
        hidden: [],
        variables: {},
        file: null,
      },
      ...rest,
    });
  const limit = { max_tokens: 60_000 };

  test('is what takes milliseconds on a short text', () => {
    for (const name of ['standardizeEncoding', 'injectVariables'])
      expect(isLight(name, {}, 'a'.repeat(9_000)), name).toBe(true);
    expect(isLight('stripSensitiveData', {}, 'a'.repeat(9_000))).toBe(true);
    expect(isLight('stripSensitiveData', {}, 'a'.repeat(10_001))).toBe(false);
    expect(isLight('enforceTokenLimit', limit, 'a'.repeat(9_000))).toBe(true);
    expect(isLight('addFileContext', limit, 'a', { file: { name: 'a', text: 'a'.repeat(9_000) } })).toBe(
      true,
    );
  });

  test('is no parsing, formatting or counting', () => {
    for (const name of ['removeDebugCode', 'normalizeCodeFormat'])
      expect(isLight(name, {}, 'a'), name).toBe(false);
    expect(isLight('enforceTokenLimit', { max_tokens: 5 }, 'a'.repeat(6))).toBe(false);
    expect(isLight('addFileContext', { max_tokens: 5 }, 'a', { file: { name: 'a', text: 'abcdef' } })).toBe(
      false,
    );
  });

  test('is nothing long: text, instructions, hidden values, or marks on one character', () => {
    const long = 'a'.repeat(50_001);
    const hidden = [{ placeholder: '[TOKEN_1]', value: long, restore: true }];
    expect(isLight('injectVariables', {}, long)).toBe(false);
    expect(isLight('injectVariables', {}, 'a', { instructions: long })).toBe(false);
    expect(isLight('injectVariables', {}, 'a', { hidden })).toBe(false);
    expect(isLight('standardizeEncoding', {}, '\u0301\u0323'.repeat(250))).toBe(false);
  });
});
