import { describe, expect, test } from 'vitest';
import { models } from '@/lib/config/models';
import { openCatalog } from '@/lib/engine/models/catalog';
import { preprocessorNamed } from '@/lib/engine/preprocessors/registry';
import { taskNamed } from '@/lib/engine/tasks/registry';
import { expectLinear } from '@/testing/expect-linear';
import { checkOptions } from './option-problems';
import { planHere } from './plan-workflow';

const problemsOf = (...checked: Parameters<typeof checkOptions>) => checkOptions(...checked).problems ?? [];

const object = { type: 'object', properties: { order: { type: ['string', 'null'] } } };

test.each([
  ['summarization', { max_words: 5 }, 'max_words', 'max_words must be between 10 and 2000.'],
  ['summarization', { max_words: 2001 }, 'max_words', 'max_words must be between 10 and 2000.'],
  ['summarization', { max_words: '80' }, 'max_words', 'max_words must be a number.'],
  ['summarization', { max_words: 10.5 }, 'max_words', 'max_words must be a whole number.'],
  ['summarization', { format: 'list' }, 'format', 'format must be one of paragraph, bullets.'],
  ['summarization', { focus: '' }, 'focus', "focus mustn't be empty."],
  [
    'summarization',
    { language: 'german' },
    'language',
    'language must be a BCP 47 language tag, such as de or pt-BR.',
  ],
  ['translation', {}, 'target_language', 'target_language is required.'],
  ['translation', { target_language: 7 }, 'target_language', 'target_language must be a string.'],
  [
    'translation',
    { target_language: 'de', glossary: { arm: 1 } },
    'glossary.arm',
    'glossary.arm must be a string.',
  ],
  ['translation', { target_language: 'de', glossary: [] }, 'glossary', 'glossary must be an object.'],
  [
    'code-generation',
    { language: 'sql', include_tests: 'yes' },
    'include_tests',
    'include_tests must be true or false.',
  ],
  [
    'code-review',
    { focus: ['style'] },
    'focus[0]',
    'focus[0] must be one of correctness, security, performance, readability, tests.',
  ],
  ['classification', { labels: ['a'] }, 'labels', 'labels must have 2 to 100 entries.'],
  ['classification', { labels: 'a,b' }, 'labels', 'labels must be a list.'],
  ['classification', { labels: ['a', 'b', 'a'] }, 'labels[2]', 'labels[2] repeats a.'],
  [
    'classification',
    { labels: ['a', 'b'], threshold: 0.4 },
    'threshold',
    'threshold needs multiple to be true.',
  ],
  [
    'classification',
    { labels: ['a', 'b'], multiple: true, threshold: 2 },
    'threshold',
    'threshold must be between 0 and 1.',
  ],
  [
    'classification',
    { labels: ['a', 'b'], descriptions: { c: 'x' } },
    'descriptions.c',
    "descriptions.c describes a label that isn't in labels.",
  ],
  ['extraction', {}, '', 'Exactly one of fields and schema must be given.'],
  [
    'extraction',
    { fields: ['order'], schema: object },
    '',
    'Exactly one of fields and schema must be given.',
  ],
  [
    'extraction',
    { fields: { order: 'text' } },
    'fields',
    'fields must be a list of names, or an object of names to string, number, boolean, date, string[].',
  ],
  ['extraction', { fields: {} }, 'fields', 'fields must name at least one field.'],
  ['extraction', { schema: { type: 'array' } }, 'schema', 'schema must have the type object.'],
  ['transformation', { to: 'pdf' }, 'to', 'to must be one of json, csv, yaml, xml, markdown, html, text.'],
  ['transformation', { to: 'csv', schema: object }, 'schema', 'schema is only for converting to json.'],
  ['validation', {}, '', 'rules, schema, or both must be given.'],
  ['validation', { rules: [] }, 'rules', 'rules must have 1 to 50 entries.'],
  [
    'validation',
    { schema: { type: 'text' } },
    'schema',
    "schema must be a JSON Schema: type has a value that JSON Schema doesn't allow.",
  ],
])('%s with %j has a problem at "%s": %s', (name, options, path, message) => {
  const task = taskNamed(name);
  expect(task && problemsOf(task, options)).toEqual([{ path, message }]);
});

test.each(['de', 'pt-BR', 'zh-Hant-TW', 'gsw'])('the language tag %s is accepted', (target_language) => {
  const task = taskNamed('translation');
  expect(task && problemsOf(task, { target_language })).toEqual([]);
});

test('all problems are found at once', () => {
  const task = taskNamed('generation');
  expect(
    task && problemsOf(task, { max_words: 0, format: 'pdf', tone: 'plain' }).map(({ path }) => path),
  ).toEqual(['format', 'max_words', 'tone']);
});

test('options of more than 100,000 characters are refused before they are looked at', () => {
  const translation = taskNamed('translation');
  if (!translation) throw new Error('There is no task translation.');
  const glossary = (terms: number) => ({
    target_language: 'de',
    glossary: Object.fromEntries(Array.from({ length: terms }, (_, index) => [`term ${index}`, 1])),
  });
  expect(problemsOf(translation, glossary(1_000))).toHaveLength(100);
  expect(problemsOf(translation, glossary(10_000))).toEqual([
    { path: '', message: 'The options have at most 100,000 characters.' },
  ]);
});

test.each([
  ['enforceTokenLimit', {}, 'max_tokens', 'max_tokens is required.'],
  ['enforceTokenLimit', { max_tokens: 0 }, 'max_tokens', 'max_tokens must be between 1 and 10000000.'],
  ['enforceTokenLimit', { max_tokens: 9, keep: 'middle' }, 'keep', 'keep must be one of start, end, both.'],
  ['injectVariables', { open: '' }, 'open', "open mustn't be empty."],
  ['injectVariables', { values: [] }, 'values', 'values must be an object.'],
  [
    'stripSensitiveData',
    { types: ['name'] },
    'types[0]',
    'types[0] must be one of email, phone, card, iban, ssn, token.',
  ],
  ['stripSensitiveData', { keep: 'ada@example.com' }, 'keep', 'keep must be a list.'],
  [
    'stripSensitiveData',
    { kept: [] },
    'kept',
    "kept isn't an option of stripSensitiveData. Did you mean keep?",
  ],
])('the preprocessor %s with %j has a problem at "%s": %s', (name, options, path, message) => {
  const preprocessor = preprocessorNamed(name);
  expect(preprocessor && problemsOf(preprocessor, options)).toEqual([{ path, message }]);
});

describe('of options that are wrong throughout', () => {
  const numbers = new Array(49_000).fill(1);
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]));

  test.each<[string, object]>([
    ['stripSensitiveData', { keep: numbers }],
    ['stripSensitiveData', { types: numbers }],
    ['translation', { target_language: 'de', glossary: many }],
    ['injectVariables', many],
  ])('%s lists the first 100 problems', (name, options) => {
    const taker = preprocessorNamed(name) ?? taskNamed(name);
    if (!taker) throw new Error(`There is no ${name}.`);
    const problems = problemsOf(taker, options);
    expect(problems).toHaveLength(100);
    for (const { message } of problems) expect(message).toMatch(/^\S+ (?:must be|isn't) .*\w\.$/);
  });

  test('a workflow of them is refused in a time that grows with them alone', async () => {
    const preprocessorsOf = (count: number) =>
      new Array(10).fill({ name: 'stripSensitiveData', options: { keep: numbers.slice(0, count) } });
    await expectLinear(numbers.length / 2, preprocessorsOf, (preprocessors) => {
      const { faults } = planHere(
        {
          ...{ name: 'Test', input: 'a', variables: {}, mode: 'PARALLEL', callbacks: [] },
          steps: [{ id: 'a', task: 'generation', preprocessors }],
        },
        { catalog: openCatalog(models), providers: new Set(['sandbox']) },
      );
      expect(faults).toHaveLength(100);
    });
  });
});
