import { expect, test } from 'vitest';
import { didYouMeanField, didYouMeanInStep } from './field-synonyms';

const workflow = ['name', 'input', 'variables', 'mode', 'steps', 'callbacks', 'metadata'];
const step = [
  ...['id', 'task', 'instructions', 'input', 'dependsOn', 'condition', 'tone', 'strategy', 'model'],
  ...['fallbacks', 'temperature', 'max_tokens', 'retries', 'timeout_ms', 'on_error', 'options'],
];

test.each([
  ['tasks', 'steps'],
  ['vars', 'variables'],
  ['Prompt', 'input'],
  ['webhook_url', 'callbacks'],
  ['title', 'name'],
  ['meta-data', 'metadata'],
  ['stpes', 'steps'],
])('%s of a workflow is taken for %s', (word, meant) => {
  expect(didYouMeanField(word, workflow)).toBe(` Did you mean ${meant}?`);
});

const hint = (word: string, given: string[] = []) =>
  didYouMeanInStep(word, {
    ...{ fields: step, given, options: ['max_words', 'format', 'language'] },
    tasksWith: (option) => (option === 'labels' ? ['classification'] : []),
  });

test.each([
  ['max_words', 'options.max_words'],
  ['maxWords', 'options.max_words'],
  ['word_limit', 'options.max_words'],
  ['lang', 'options.language'],
  ['langauge', 'options.language'],
  ['max_output_tokens', 'max_tokens'],
  ['prompt', 'instructions'],
  ['system_prompt', 'instructions'],
  ['needs', 'dependsOn'],
  ['if', 'condition'],
  ['type', 'task'],
  ['llm', 'model'],
  ['maxRetries', 'retries'],
  ['instruction', 'instructions'],
])('%s of a step is taken for %s', (word, meant) => {
  expect(hint(word)).toBe(` Did you mean ${meant}?`);
});

test('a word for a field that the step has means another', () => {
  expect(hint('prompt', ['instructions'])).toBe(' Did you mean input?');
  expect(hint('instruction', ['instructions'])).not.toContain('instructions');
  expect(hint('labels')).toBe(" It's an option of the task classification.");
  expect(hint('zzz')).toBe('');
});
