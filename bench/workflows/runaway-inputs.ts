import { limits } from '@/lib/config/limits';
import { workflowLimits } from '@/lib/config/workflow-limits';
import type { StepInput } from '@/lib/engine/workflow';
import type { StartInput } from '@/lib/server/workflows/start-workflow';

/** A workflow that may take a server down, and the file that comes with it. */
export interface Runaway {
  name: string;
  input: StartInput;
  file?: string;
}

/** The most input that a workflow may have beside its variables, which are {}. */
const MOST_INPUT = workflowLimits.inputBytes - 2;

const sentence = 'The gripper of arm 7 stops after two minutes, and the app shows E-41. ';
const text = (bytes: number): string => sentence.repeat(Math.ceil(bytes / sentence.length)).slice(0, bytes);

const step = (values: Partial<StepInput> = {}): StepInput => ({ id: 'only', task: 'generation', ...values });

const fifty = (values: (index: number) => Partial<StepInput> = () => ({})): StepInput[] =>
  Array.from({ length: workflowLimits.steps }, (_, index) => step({ id: `step${index}`, ...values(index) }));

const workflow = (steps: StepInput[], values: Partial<StartInput> = {}): StartInput => ({
  name: 'Runaway',
  input: sentence,
  steps,
  ...values,
});

/** Renders a template as a step's input. */
const template = (name: string, input: string): Runaway => ({
  name: `a template that ${name}`,
  input: workflow([step({ input })]),
});

const condition = (name: string, source: string, variables: object): Runaway => ({
  name: `a condition that ${name}`,
  input: workflow([step({ condition: source })], { variables }),
});

/** Workflows at the limits of what is accepted, and templates and conditions that never come to an end by themselves. */
export function runaways(): Runaway[] {
  const line = text(limits.workflowFile.bytes);
  const word = 'x'.repeat(limits.workflowFile.bytes);
  const numbers = Array.from({ length: 2_000 }, (_, index) => index);
  return [
    {
      name: '50 steps in a chain',
      input: workflow(fifty((index) => (index === 0 ? {} : { dependsOn: [`step${index - 1}`] }))),
    },
    { name: '50 steps side by side', input: workflow(fifty(), { mode: 'PARALLEL' }) },
    {
      name: '50 steps that each read 1 MiB',
      input: workflow(
        fifty(() => ({ task: 'summarization', input: '{{ input }}' })),
        { input: text(MOST_INPUT), mode: 'PARALLEL' },
      ),
    },
    ...['summarization', 'extraction', 'translation', 'analysis'].map((task) => ({
      name: `1 MiB of input for ${task}`,
      input: workflow([step({ task, options: optionsOf(task) })], { input: text(MOST_INPUT) }),
    })),
    template('loops', '{% for i in (1..1000000000) %}{{ i }}{% endfor %}'),
    template('loops in loops', `${'{% for i in (1..10000) %}'.repeat(4)}{{ i }}${'{% endfor %}'.repeat(4)}`),
    template(
      'doubles a text',
      '{% assign s = input %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}{{ s }}',
    ),
    template(
      'splits and joins without end',
      '{% for i in (1..1000000) %}{% assign s = input | split: "" | reverse | join: "" %}{% endfor %}{{ s }}',
    ),
    condition('backtracks', 'variables.text.matches("^(([a-z])+.)+[A-Z]([a-z])+$")', {
      text: 'a'.repeat(100_000),
    }),
    condition('loops in loops', `${'variables.numbers.all(a, '.repeat(4)}a >= 0${')'.repeat(4)}`, {
      numbers,
    }),
    ...['summarization', 'extraction', 'generation'].map((task) => ({
      name: `a file of 10 MiB in one line for ${task}`,
      input: workflow([step({ task, options: optionsOf(task) })], { input: '' }),
      file: line,
    })),
    {
      name: 'a file of 10 MiB in one word',
      input: workflow([step({ task: 'summarization' })], { input: '' }),
      file: word,
    },
    {
      name: 'a file of 10 MiB that 50 templates read',
      input: workflow(
        fifty(() => ({ input: '{{ file }} {{ file | size }}' })),
        { mode: 'PARALLEL' },
      ),
      file: line,
    },
  ];
}

/** The options that a task can't do without. */
function optionsOf(task: string): Record<string, unknown> {
  if (task === 'translation') return { target_language: 'de' };
  if (task === 'extraction') return { fields: { code: 'string' } };
  return {};
}
