import { expect, test } from 'vitest';
import {
  addStep,
  duplicateStep,
  moveStep,
  removeStep,
  typedJson,
  typedLines,
  typedNumber,
  withField,
  withStepField,
} from './edit-workflow';

const workflow = {
  name: 'Report',
  callbacks: [{ status: 'COMPLETED' }],
  steps: [
    { id: 'facts', task: 'extraction', unknown: 1 },
    { id: 'team', task: 'classification', dependsOn: ['facts'] },
  ],
};

test('a changed field leaves all other fields as they are, also fields that no form knows', () => {
  const changed = withStepField(workflow, 0, 'model', 'sandbox/fast');
  expect(changed).toEqual({
    ...workflow,
    steps: [{ ...workflow.steps[0], model: 'sandbox/fast' }, workflow.steps[1]],
  });
  expect(withStepField(changed, 0, 'model', undefined)).toEqual(workflow);
  expect(withField({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
});

test('other steps depend on the new id of a step, unless two steps have it', () => {
  expect(withStepField(workflow, 0, 'id', 'case').steps).toMatchObject([
    { id: 'case' },
    { dependsOn: ['case'] },
  ]);
  const twice = withStepField(workflow, 1, 'id', 'facts');
  expect(withStepField(twice, 0, 'id', 'case').steps).toMatchObject([
    { id: 'case' },
    { dependsOn: ['facts'] },
  ]);
});

test('another task keeps the options that it has too', () => {
  const steps = [{ id: 'a', task: 'summarization', options: { max_words: 30, focus: 'faults' } }];
  const generation = withStepField({ steps }, 0, 'task', 'generation');
  expect(generation.steps).toEqual([{ id: 'a', task: 'generation', options: { max_words: 30 } }]);
  expect(withStepField(generation, 0, 'task', 'validation').steps).toEqual([{ id: 'a', task: 'validation' }]);
});

test('a task without models keeps no field about models', () => {
  const step = { id: 'a', instructions: 'Check it.', on_error: 'CONTINUE' };
  const steps = [{ ...step, task: 'generation', model: 'sandbox/fast', retries: 1, idle_timeout_ms: 2_000 }];
  expect(withStepField({ steps }, 0, 'task', 'approval').steps).toEqual([{ ...step, task: 'approval' }]);
});

test('a removed step is no longer depended on', () => {
  expect(removeStep(workflow, 0).steps).toEqual([{ id: 'team', task: 'classification' }]);
});

test('added and duplicated steps have ids of their own, and steps move', () => {
  expect(addStep(addStep({})).steps).toMatchObject([{ id: 'step_1' }, { id: 'step_2' }]);
  const more = duplicateStep(duplicateStep(workflow, 0), 0);
  expect(more.steps).toMatchObject([{ id: 'facts' }, { id: 'facts_3' }, { id: 'facts_2' }, { id: 'team' }]);
  expect(moveStep(workflow, 1, -1).steps).toMatchObject([{ id: 'team' }, { id: 'facts' }]);
  expect(moveStep(workflow, 0, -1)).toBe(workflow);
});

test('a typed text is a number, a value, or a list once it reads as one', () => {
  expect(['', '2', '1.', '1.05', '1e999'].map(typedNumber)).toEqual([undefined, 2, '1.', 1.05, '1e999']);
  expect(['', '{"a":', '{"a":1}', '5'].map(typedJson)).toEqual([undefined, '{"a":', { a: 1 }, '5']);
  expect(['\n', 'a\n\nb\n'].map(typedLines)).toEqual([undefined, ['a', 'b']]);
});
