import { expect, test } from 'vitest';
import { workflowLimits } from '@/lib/config/limits';
import { templateWarnings } from '@/lib/engine/planning/template-warnings';
import type { StepInput } from '@/lib/engine/workflow';
import { plannedWorkflow } from '@/testing/engine/planned-workflow';

const label: StepInput = { id: 'label', task: 'classification', options: { labels: ['a', 'b'] } };

/** The warnings about a step after others. */
function warningsOf(step: Partial<StepInput>, before: StepInput[] = [label], variables = {}) {
  const reply = { id: 'reply', task: 'generation', dependsOn: before.map(({ id }) => id), ...step };
  return templateWarnings({ ...plannedWorkflow([...before, reply]), variables });
}

test('a variable that the request lacks is a warning with the most similar one, once per template', () => {
  const instructions = 'In {{ variables.langauge }}. {{ variables.langauge }} {{ variables.tone }}';
  expect(warningsOf({ instructions }, [label], { language: 'de', tone: 'x' })).toEqual([
    {
      path: 'steps[1].instructions',
      message: 'The request has no variable "langauge", so it renders as nothing. Did you mean language?',
    },
  ]);
});

test("a field that a task's output never has is a warning; of an extraction, a field that it doesn't name", () => {
  const taken: StepInput = { id: 'taken', task: 'extraction', options: { fields: ['name', 'date'] } };
  const input =
    '{{ steps.label.output.lable }}{{ steps.label.output.score }}{{ steps.taken.output["nmae"] }}';
  expect(warningsOf({ input }, [label, taken])).toEqual([
    {
      path: 'steps[2].input',
      message:
        'The output of the step label has no field "lable", so it renders as nothing. Did you mean label?',
    },
    {
      path: 'steps[2].input',
      message:
        'The output of the step taken has no field "nmae", so it renders as nothing. Did you mean name?',
    },
  ]);
});

test.each([
  ['a default', '{{ variables.tone | default: "formal" }}'],
  ['a test', '{% if variables.tone %}{{ variables.tone }}{% endif %}'],
  ['a list that may be missing', '{% for part in variables.parts %}{{ part }}{% endfor %}'],
  ['the number of variables', '{{ variables.size }}'],
])('a template that expects a name to be missing has no warning: %s', (_, input) => {
  expect(warningsOf({ input }, [label], { tones: 'x' })).toEqual([]);
});

test('thousands of fields and long names, which had taken seconds, are looked at once', () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `f${index}`);
  const fields = Object.fromEntries(names.map((name) => [name, 'string']));
  const taken: StepInput = { id: 'taken', task: 'extraction', options: { fields } };
  const input = names
    .slice(0, 500)
    .map((field) => `{{ steps.taken.output.${field} }}`)
    .join('');
  const long = Object.fromEntries(names.slice(0, 200).map((field) => [field + 'x'.repeat(5_000), '']));
  const instructions = Array.from(
    { length: 20 },
    (_, index) => `{{ variables.f${index}${'field'.repeat(18)} }}`,
  );
  const { steps } = plannedWorkflow([
    taken,
    { id: 'reply', task: 'generation', dependsOn: ['taken'], input, instructions: instructions.join('') },
  ]);
  const from = performance.now();
  expect(templateWarnings({ steps, variables: long })).toHaveLength(20);
  expect(performance.now() - from).toBeLessThan(1_000);
});

test.each([
  [
    'a whole output, a status, or the size of a list',
    'label',
    '{{ steps.label.output }} {{ steps.label.status }} {{ steps.label.output.labels.size }}',
  ],
  ['records of several', 'many', '{{ steps.many.output[0].any }} {{ steps.many.output.first }}'],
  ['a schema, which can allow more', 'schema', '{{ steps.schema.output.any }}'],
])('%s is read without a warning', (_, id, input) => {
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  const steps: Record<string, StepInput> = {
    label,
    many: { id: 'many', task: 'extraction', options: { fields: ['name'], many: true } },
    schema: { id: 'schema', task: 'extraction', options: { schema } },
  };
  expect(warningsOf({ input }, [steps[id] ?? label])).toEqual([]);
});

test('of many warnings, the first are listed', () => {
  const instructions = Array.from({ length: 50 }, (_, index) => `{{ variables.v${index} }}`).join('');
  expect(warningsOf({ instructions })).toHaveLength(workflowLimits.warnings);
});
