import { expect, test } from 'vitest';
import { callsModel, processorsOf, taskNames, taskOptions } from './plugins';

const control = (task: string, option: string) =>
  taskOptions(task).find(({ name }) => name === option)?.control;

test('each kind of option has its control', () => {
  expect(control('summarization', 'max_words')).toEqual({ kind: 'number' });
  expect(control('summarization', 'format')).toEqual({ kind: 'choice', values: ['paragraph', 'bullets'] });
  expect(control('summarization', 'focus')).toEqual({ kind: 'text' });
  expect(control('classification', 'labels')).toEqual({ kind: 'lines' });
  expect(control('classification', 'multiple')).toEqual({ kind: 'flag' });
  expect(control('code-review', 'focus')).toMatchObject({ kind: 'choices' });
  for (const [task, option] of [
    ['extraction', 'fields'],
    ['extraction', 'schema'],
    ['translation', 'glossary'],
    ['chat', 'messages'],
  ] as const)
    expect(control(task, option)).toEqual({ kind: 'json' });
});

test('options without a default have none, and required ones say so', () => {
  expect(taskOptions('classification')[0]).toMatchObject({ name: 'labels', default: null, required: true });
  expect(taskOptions('summarization')[0]).toMatchObject({ default: '150', required: false });
  expect(taskOptions('no-such-task')).toEqual([]);
  expect(taskNames).toContain('validation');
});

test('only a task that a person decides calls no model', () => {
  expect([...taskNames, 'no-such-task'].filter((task) => !callsModel(task))).toEqual(['approval']);
});

test('preprocessors and postprocessors are apart', () => {
  const names = (kind: 'preprocessor' | 'postprocessor') => processorsOf(kind).map(({ name }) => name);
  expect(names('preprocessor')).toContain('stripSensitiveData');
  expect(names('postprocessor')).toContain('writeToPdf');
  expect(names('preprocessor')).not.toContain('writeToPdf');
});
