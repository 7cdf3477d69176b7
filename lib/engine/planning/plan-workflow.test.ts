import { describe, expect, test } from 'vitest';
import { models } from '@/lib/config/models';
import { workflowErrors } from '@/lib/config/workflow-errors';
import { openCatalog } from '@/lib/engine/models/catalog';
import { planHere, planWorkflow } from '@/lib/engine/planning/plan-workflow';
import type { StepInput, WorkflowInput } from '@/lib/engine/workflow';

const good: StepInput = { id: 'good', task: 'generation' };

const plan = (values: Partial<WorkflowInput>, providers: readonly string[] = ['sandbox']) =>
  planHere(
    {
      name: 'Test',
      input: 'Text.',
      variables: {},
      mode: 'DEPENDENCY',
      steps: [good],
      callbacks: [],
      ...values,
    },
    { catalog: openCatalog(models), providers: new Set(providers) },
  );
const faultsOf = (values: Partial<WorkflowInput>, providers?: readonly string[]) =>
  (plan(values, providers).faults ?? []).map(({ path, code }) => `${path} ${code}`);

/** The fault of a step among others. */
const stepFaults = (values: Partial<StepInput>, providers?: readonly string[]) =>
  faultsOf({ steps: [good, { ...good, id: 'bad', ...values }] }, providers);

describe('a step', () => {
  test.each<[string, Partial<StepInput>, string[]]>([
    ['an id that begins with a digit', { id: '1st' }, ['id STEP_VALUE_INVALID']],
    ['an id with a hyphen', { id: 'a-b' }, ['id STEP_VALUE_INVALID']],
    ['an id of 65 characters', { id: 'a'.repeat(65) }, ['id STEP_VALUE_INVALID']],
    ['an empty id', { id: '' }, ['id STEP_VALUE_INVALID']],
    ['the id of another', { id: 'good' }, ['id STEP_ID_DUPLICATE']],
    ['a temperature below 0', { temperature: -0.1 }, ['temperature STEP_VALUE_INVALID']],
    ['a temperature that is no number', { temperature: Number.NaN }, ['temperature STEP_VALUE_INVALID']],
    ['max_tokens of 0', { max_tokens: 0 }, ['max_tokens STEP_VALUE_INVALID']],
    ['max_tokens above all models', { max_tokens: 8_193 }, ['max_tokens STEP_VALUE_INVALID']],
    [
      'max_tokens above the models that it names',
      { model: 'sandbox/fast', fallbacks: ['sandbox/quality'], max_tokens: 8_193 },
      ['max_tokens STEP_VALUE_INVALID'],
    ],
    ['6 retries', { retries: 6 }, ['retries STEP_VALUE_INVALID']],
    ['a timeout below a second', { timeout_ms: 999 }, ['timeout_ms STEP_VALUE_INVALID']],
    ['a timeout above ten minutes', { timeout_ms: 600_001 }, ['timeout_ms STEP_VALUE_INVALID']],
    [
      'a first token too late',
      { first_token_timeout_ms: 600_001 },
      ['first_token_timeout_ms STEP_VALUE_INVALID'],
    ],
    ['a silence too long', { idle_timeout_ms: 600_001 }, ['idle_timeout_ms STEP_VALUE_INVALID']],
    ['a tone that is none', { tone: 'rude' }, ['tone TONE_UNKNOWN']],
    ['a tone named like a method', { tone: 'constructor' }, ['tone TONE_UNKNOWN']],
    ['a task that is none', { task: 'magic' }, ['task TASK_UNKNOWN']],
    ['an option that is none', { options: { size: 1 } }, ['options.size TASK_OPTION_INVALID']],
    [
      'an option out of bounds',
      { task: 'summarization', options: { max_words: 5 } },
      ['options.max_words TASK_OPTION_INVALID'],
    ],
    ['options that are a list', { options: [] }, ['options TASK_OPTION_INVALID']],
    ['a template that is none', { instructions: '{{ input' }, ['instructions TEMPLATE_INVALID']],
    [
      'an unknown name in a template',
      { instructions: '{{ variabels.reader }}' },
      ['instructions TEMPLATE_INVALID'],
    ],
    ['an input that is no template', { input: '{% if %}' }, ['input TEMPLATE_INVALID']],
    [
      'instructions that are too long',
      { instructions: 'a'.repeat(100_001) },
      ['instructions TEMPLATE_INVALID'],
    ],
    ['a condition that is none', { condition: '1 >' }, ['condition CONDITION_INVALID']],
    ['a condition that is no yes or no', { condition: '1 + 1' }, ['condition CONDITION_INVALID']],
    [
      'a condition that is too long',
      { condition: `true${' '.repeat(4_000)}` },
      ['condition CONDITION_INVALID'],
    ],
    [
      'a template that reads a step it does not wait for',
      { input: '{{ steps.good.output }}' },
      ['input REFERENCE_NOT_UPSTREAM'],
    ],
    [
      'a condition that reads a step that does not exist',
      { condition: 'steps.none.status == "COMPLETED"' },
      ['condition REFERENCE_NOT_UPSTREAM'],
    ],
    ['a dependency that is none', { dependsOn: ['none'] }, ['dependsOn[0] DEPENDENCY_UNKNOWN']],
    ['itself as a dependency', { dependsOn: ['bad'] }, ['dependsOn[0] DEPENDENCY_CYCLE']],
    ['a model that is none', { model: 'sandbox/none' }, ['model MODEL_UNKNOWN']],
    ['a model without a provider', { model: 'fast' }, ['model MODEL_UNKNOWN']],
    ['a model of a provider that nobody knows', { model: 'acme/large' }, ['model MODEL_UNKNOWN']],
    ['a provider without a model', { model: 'openai/' }, ['model MODEL_UNKNOWN']],
    ['a model with a space in its name', { model: 'openai/gpt 5' }, ['model MODEL_UNKNOWN']],
    ['a model of a known provider', { model: 'openai/new' }, ['model PROVIDER_NOT_CONFIGURED']],
    [
      'fallbacks that are none',
      { fallbacks: ['sandbox/fast', 'sandbox/none'] },
      ['fallbacks[1] MODEL_UNKNOWN'],
    ],
    ['11 fallbacks', { fallbacks: Array(11).fill('sandbox/fast') }, ['fallbacks STEP_VALUE_INVALID']],
    [
      'a preprocessor that is none',
      { preprocessors: [{ name: 'x' }] },
      ['preprocessors[0].name PROCESSOR_UNKNOWN'],
    ],
    [
      'a postprocessor that is none',
      { postprocessors: [{ name: 'x' }] },
      ['postprocessors[0].name PROCESSOR_UNKNOWN'],
    ],
    [
      'an option that a preprocessor lacks',
      { preprocessors: [{ name: 'standardizeEncoding' }, { name: 'enforceTokenLimit' }] },
      ['preprocessors[1].options.max_tokens PROCESSOR_OPTION_INVALID'],
    ],
    [
      'an option that a preprocessor does not take',
      { preprocessors: [{ name: 'removeDebugCode', options: { remove: ['logs'] } }] },
      ['preprocessors[0].options.remove[0] PROCESSOR_OPTION_INVALID'],
    ],
    [
      'options of a preprocessor that are a list',
      { preprocessors: [{ name: 'standardizeEncoding', options: [] }] },
      ['preprocessors[0].options PROCESSOR_OPTION_INVALID'],
    ],
    [
      '11 preprocessors',
      { preprocessors: Array(11).fill({ name: 'standardizeEncoding' }) },
      ['preprocessors STEP_VALUE_INVALID'],
    ],
  ])('with %s is refused at its path', (_, values, expected) => {
    expect(stepFaults(values)).toEqual(expected.map((fault) => `steps[1].${fault}`));
  });

  test("with a model of a provider that isn't set up is refused", () => {
    expect(stepFaults({ model: 'sandbox/fast' }, [])).toEqual(['steps[1].model PROVIDER_NOT_CONFIGURED']);
  });

  test('may name a model that only its provider knows', () => {
    const named = { model: 'openai/new', fallbacks: ['compatible/meta/llama3.3:70b'] };
    expect(stepFaults(named, ['openai', 'compatible'])).toEqual([]);
  });

  test.each<[string, Partial<StepInput>]>([
    ['the smallest values', { temperature: 0, max_tokens: 1, retries: 0, timeout_ms: 1_000 }],
    ['the largest values', { temperature: 2, max_tokens: 8_192, retries: 5, timeout_ms: 600_000 }],
    [
      'nulls',
      { temperature: null, model: null, fallbacks: null, options: null, dependsOn: null, tone: null },
    ],
    ['a template of a step that it waits for', { dependsOn: ['good'], input: '{{ steps.good.output }}' }],
  ])('with %s is planned', (_, values) => {
    expect(stepFaults(values)).toEqual([]);
  });

  test('reads what it waits for through others, too', () => {
    const steps = [
      good,
      { ...good, id: 'b', dependsOn: ['good'] },
      { ...good, id: 'c', dependsOn: ['b'], condition: 'steps.good.status == "COMPLETED"' },
    ];
    expect(faultsOf({ steps })).toEqual([]);
  });
});

describe('a workflow', () => {
  test.each([
    [0, 'NO_STEPS'],
    [51, 'TOO_MANY_STEPS'],
  ])('of %i steps is refused with %s', (count, code) => {
    const steps = Array.from({ length: count }, (_, index) => ({ ...good, id: `s${index}` }));
    expect(faultsOf({ steps })).toEqual([`steps ${code}`]);
  });

  test('of 50 steps is planned', () => {
    const steps = Array.from({ length: 50 }, (_, index) => ({ ...good, id: `s${index}` }));
    expect(faultsOf({ steps })).toEqual([]);
  });

  test('has at most 1 MiB of input and variables together, counted in bytes', () => {
    const variables = { a: 'é' };
    const left = 1024 * 1024 - Buffer.byteLength(JSON.stringify(variables));
    expect(faultsOf({ input: 'a'.repeat(left), variables })).toEqual([]);
    expect(faultsOf({ input: 'a'.repeat(left + 1), variables })).toEqual(['input INPUT_TOO_LARGE']);
    expect(faultsOf({ input: 'é'.repeat(left / 2 + 1), variables })).toEqual(['input INPUT_TOO_LARGE']);
  });

  test.each([
    '',
    'ftp://example.com',
    'example.com',
    'https://user:secret@example.com',
    `https://a.example/${'a'.repeat(2_000)}`,
  ])('with the callback address %j is refused', (url) => {
    const callbacks = [
      { status: 'COMPLETED' as const, url: 'https://example.com' },
      { status: 'FAILED' as const, url },
    ];
    expect(faultsOf({ callbacks })).toEqual(['callbacks[1].url CALLBACK_INVALID']);
  });

  test('with 11 callbacks is refused', () => {
    const callbacks = Array(11).fill({ status: 'FAILED', url: 'https://example.com' });
    expect(faultsOf({ callbacks })).toEqual(['callbacks CALLBACK_INVALID']);
  });

  test('gets all of its faults at once, in the order of its steps', () => {
    const steps = [
      { ...good, id: '1', task: 'magic', tone: 'rude' },
      { ...good, id: 'b', dependsOn: ['c'] },
      { ...good, id: 'c', dependsOn: ['b'], model: 'none/none' },
    ];
    expect(faultsOf({ steps, callbacks: [{ status: 'FAILED', url: '' }] })).toEqual([
      'steps[0].id STEP_VALUE_INVALID',
      'steps[0].tone TONE_UNKNOWN',
      'steps[0].task TASK_UNKNOWN',
      'steps[2].model MODEL_UNKNOWN',
      'steps[2].dependsOn DEPENDENCY_CYCLE',
      'callbacks[0].url CALLBACK_INVALID',
    ]);
  });

  test('with hundreds of faults gets the first hundred', () => {
    const steps = Array.from({ length: 50 }, () => ({
      ...good,
      id: '',
      task: 'x',
      tone: 'x',
      temperature: 9,
    }));
    expect(faultsOf({ steps })).toHaveLength(100);
  });

  test('is planned with the defaults of its steps', () => {
    const nothing = { steps: [], roots: [] };
    expect(plan({ variables: { a: 1 } })).toEqual({
      faults: null,
      waves: [1],
      workflow: {
        name: 'Test',
        input: 'Text.',
        variables: { a: 1 },
        mode: 'DEPENDENCY',
        file: null,
        fileName: null,
        fileEncoding: null,
        callbacks: [],
        steps: [
          {
            id: 'good',
            task: 'generation',
            instructions: '',
            input: null,
            expressionReads: { instructions: nothing, input: nothing, condition: nothing },
            options: { format: 'text' },
            preprocessors: [],
            postprocessors: [],
            reads: [],
            waitsFor: [],
            condition: null,
            tone: 'neutral',
            strategy: 'BALANCED',
            model: null,
            fallbacks: null,
            temperature: null,
            maxTokens: null,
            retries: 2,
            clocks: { connect: 5_000, firstToken: null, idle: 10_000, whole: null },
            onError: 'FAIL',
            onRefusal: 'FAIL',
          },
        ],
      },
    });
  });
});

describe('a processor in the wrong field', () => {
  const messageOf = (values: Partial<StepInput>) =>
    plan({ steps: [{ ...good, ...values }] }).faults?.[0]?.message;

  test('is named as what it is', () => {
    expect(messageOf({ postprocessors: [{ name: 'addFileContext' }] })).toBe(
      'addFileContext is a preprocessor. List it in preprocessors.',
    );
    expect(messageOf({ preprocessors: [{ name: 'writeToCsv' }] })).toBe(
      'writeToCsv is a postprocessor. List it in postprocessors.',
    );
    expect(messageOf({ postprocessors: [{ name: 'writeToCSV' }] })).toBe(
      'There is no postprocessor named writeToCSV. Did you mean writeToCsv?',
    );
    expect(messageOf({ preprocessors: [{ name: 'AddFileContext' }] })).toBe(
      'There is no preprocessor named AddFileContext. Did you mean addFileContext?',
    );
  });
});

test('the options of preprocessors are planned with their defaults', () => {
  const { workflow } = plan({
    steps: [{ ...good, preprocessors: [{ name: 'addFileContext', options: { position: 'after' } }] }],
  });
  expect(workflow?.steps[0]?.preprocessors).toEqual([
    { name: 'addFileContext', options: { position: 'after', max_tokens: 4_000, required: true } },
  ]);
});

test('options of preprocessors that nest too deeply are refused', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 1_000; level++) deep = [deep];
  const values = { deep };
  expect(stepFaults({ preprocessors: [{ name: 'injectVariables', options: { values } }] })).toEqual([
    'steps[1].preprocessors PROCESSOR_OPTION_INVALID',
  ]);
});

test('no message shows more than a line of what the caller wrote', () => {
  const word = `${'a\n'.repeat(500)}`;
  const { faults } = plan({ steps: [{ ...good, task: word, tone: word, model: word }] });
  for (const { message } of faults ?? []) {
    expect(message.length).toBeLessThan(300);
    expect(message).not.toContain('\n');
  }
});

test('every code of planning is in the catalog of errors as found by planning', () => {
  const { faults } = plan({ steps: [{ ...good, id: '', task: 'x', tone: 'x', dependsOn: ['y'] }] });
  for (const { code } of faults ?? []) expect(workflowErrors[code].found).not.toBe('running');
  expect(faults).not.toEqual([]);
});

test('a model that exists only to fail is never suggested', () => {
  const suggestion = (model: string) => plan({ steps: [{ ...good, model }] }).faults?.[0]?.message;
  expect(suggestion('sandbox/qualty')).toContain('Did you mean sandbox/quality?');
  for (const model of ['sandbox/dwn', 'sandbox/flakey', 'sandbox/stal'])
    expect(suggestion(model)).not.toMatch(/mean sandbox\/(down|flaky|limited|cut|stall)/);
});

test('of many unknown models, as many have a suggestion as are listed', async () => {
  const fallbacks = (index: number) =>
    Array.from({ length: 10 }, (_, other) => `sandbox/fst${index}-${other}`);
  const steps = Array.from({ length: 20 }, (_, index) => ({
    ...good,
    id: `s${index}`,
    fallbacks: fallbacks(index),
  }));
  const nothing = { input: 'Text.', variables: {}, mode: 'DEPENDENCY', callbacks: [] } as const;
  let suggested: unknown[] = [];
  await planWorkflow(
    { name: 'Test', ...nothing, steps },
    {
      ...{ catalog: openCatalog(models), providers: new Set(['sandbox']), hasFile: false },
      planSteps: async ({ models }) => {
        suggested = Object.values(models.suggestions);
        return { faults: [] };
      },
    },
  );
  expect(suggested).toHaveLength(100);
});
