import fc from 'fast-check';
import { preprocessors } from '@/lib/engine/preprocessors/registry';
import type { ProcessorInput, StepInput } from '@/lib/engine/workflow';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { conditions, schemas, templates, texts } from './costly-texts';

/** Later operations on a job, one after the other. */
const actions = ['read', 'list', 'attempts', 'follow', 'join', 'cancel', 'delete'] as const;

/** A workflow made to cost much, and what is done with its job. */
export interface FuzzWorkflow {
  operation: 'planWorkflow' | 'orchestrate' | 'enqueueWorkflow';
  input: StartInput;
  file: string | null;
  /** How many times the same request is sent at once; with one idempotency key if it starts a job. */
  copies: number;
  actions: (typeof actions)[number][];
}

const words = fc.constantFrom('a', 'error', 'The gripper stops', 'x'.repeat(200));
const lists = (longest: number) => fc.array(words, { minLength: 1, maxLength: longest });

/** Options that tasks accept, mostly. */
const tasks: Record<string, fc.Arbitrary<unknown>> = {
  analysis: fc.record({ focus: lists(50), max_findings: fc.constantFrom(1, 50) }),
  classification: fc.nat(98).map((count) => ({
    labels: Array.from({ length: count + 2 }, (_, index) => `label ${index}`),
    multiple: true,
  })),
  'code-generation': fc.constant({ language: 'TypeScript', include_tests: true }),
  'code-review': fc.constant({}),
  documentation: fc.record({ kind: fc.constantFrom('reference', 'guide', 'readme', 'docstrings') }),
  extraction: fc.oneof(
    fc.record({ schema: schemas, many: fc.boolean() }),
    fc.nat(199).map((count) => ({
      fields: Array.from({ length: count + 1 }, (_, index) => `field ${index}`),
      many: true,
    })),
  ),
  generation: fc.record({ format: fc.constantFrom('text', 'html'), max_words: fc.constantFrom(1, 10_000) }),
  summarization: fc.record({ max_words: fc.constantFrom(10, 2_000) }),
  transformation: fc.oneof(
    fc.record({ to: fc.constantFrom('json', 'csv', 'yaml', 'xml', 'markdown', 'html', 'text') }),
    schemas.map((schema) => ({ to: 'json', schema })),
  ),
  translation: fc.constantFrom(
    { target_language: 'de' },
    { target_language: 'en', glossary: { a: 'b'.repeat(900) } },
  ),
  validation: fc.oneof(
    schemas.map((schema) => ({ schema })),
    lists(50).map((rules) => ({ rules })),
  ),
};

const optionsOfPreprocessors: Record<string, fc.Arbitrary<unknown>> = {
  injectVariables: fc.record({
    on_missing: fc.constantFrom('keep', 'empty'),
    open: fc.constantFrom('{{', 'a', '{{{{'),
  }),
  enforceTokenLimit: fc.record({
    max_tokens: fc.constantFrom(1, 8_000, 10_000_000),
    keep: fc.constantFrom('start', 'end', 'both'),
  }),
  addFileContext: fc.record({ max_tokens: fc.constantFrom(1, 100_000), required: fc.boolean() }),
  normalizeCodeFormat: fc.record({
    language: fc.constantFrom('typescript', 'json', 'css', 'html', 'yaml', 'markdown'),
  }),
  stripSensitiveData: fc.record({ restore: fc.boolean(), keep: lists(50), words: lists(50) }),
};
const processors: fc.Arbitrary<ProcessorInput> = fc
  .constantFrom(...preprocessors.map(({ name }) => name))
  .chain((name) => (optionsOfPreprocessors[name] ?? fc.constant({})).map((options) => ({ name, options })));

const models = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('sandbox/fast', 'sandbox/quality') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['slow', 'flaky', 'limited', 'down', 'cut', 'stall'].map((name) => `sandbox/${name}`),
    ),
  },
);

const rarely = <T>(odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: odd });

const id = (index: number): string => `s${index}`;

/** A step that reads some of the three before it, so that outputs grow from step to step. */
function steps(index: number): fc.Arbitrary<StepInput> {
  const before = [index - 1, index - 2, index - 3].filter((other) => other >= 0).map(id);
  const growing = before.map((other) => `{{ steps.${other}.output }}`.repeat(9));
  return fc.constantFrom(...Object.keys(tasks)).chain((task) =>
    fc.record({
      id: fc.constant(id(index)),
      task: fc.constant(task),
      options: tasks[task] ?? fc.constant({}),
      input: fc.oneof(
        { weight: 3, arbitrary: templates(before) },
        {
          weight: 2,
          arbitrary: fc.constantFrom('{{ input }}', '{{ input }}'.repeat(9), '{{ file }}', ...growing),
        },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
      instructions: rarely(templates(before)),
      condition: rarely(conditions(before)),
      dependsOn: fc.constant(before),
      model: models,
      max_tokens: rarely(fc.constantFrom(1, 8_192)),
      on_error: fc.constantFrom('FAIL' as const, 'CONTINUE' as const, 'CONTINUE' as const),
      preprocessors: rarely(fc.array(processors, { minLength: 1, maxLength: 10 })),
    }),
  );
}

/** One step repeated under many names, each after the last, or after all that are left of it. */
const manyAlike = (count: number, joins: boolean): fc.Arbitrary<StepInput[]> =>
  steps(0).map((step) =>
    Array.from({ length: count }, (_, index) => ({
      ...step,
      id: id(index),
      dependsOn: Array.from({ length: joins ? index : Math.min(index, 1) }, (_, other) =>
        id(index - 1 - other),
      ),
    })),
  );

const workflowSteps = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .integer({ min: 1, max: 8 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => steps(index)))),
  },
  { weight: 1, arbitrary: fc.boolean().chain((joins) => manyAlike(50, joins)) },
);

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });

/** Only a DEPENDENCY workflow says what its steps wait for, and a PARALLEL one has nothing to read. */
const modes = fc.oneof(
  workflowSteps.map((all) => ({ mode: 'DEPENDENCY' as const, steps: all })),
  workflowSteps.map((all) => ({
    mode: 'SEQUENTIAL' as const,
    steps: all.map((step) => ({ ...step, dependsOn: null })),
  })),
  fc.tuple(steps(0), fc.constantFrom(4, 50)).map(([step, count]) => ({
    mode: 'PARALLEL' as const,
    steps: Array.from({ length: count }, (_, index) => ({ ...step, id: id(index) })),
  })),
);

/** Workflows. @param longest characters of their texts; files have ten times as many */
export const workflows = (longest: number): fc.Arbitrary<FuzzWorkflow> =>
  fc.record({
    operation: fc.constantFrom('planWorkflow', 'orchestrate', 'orchestrate', 'enqueueWorkflow'),
    input: fc
      .record({
        input: texts(longest),
        variables: fc.record({
          text: texts(Math.min(longest, 50_000)),
          list: fc.nat(2_000).map((count) => Array.from({ length: count }, (_, index) => ({ a: index }))),
          deep: fc.constantFrom(3, 60).map(deep),
        }),
        of: modes,
      })
      .map(({ of, ...input }) => ({ name: 'Fuzz', ...input, ...of })),
    file: fc.option(texts(10 * longest), { freq: 2 }),
    copies: fc.constantFrom(1, 1, 1, 2, 5),
    actions: fc.subarray([...actions]),
  });
