import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exampleWorkflows } from '@/lib/config/example-workflows';
import { sentWorkflow } from '@/lib/engine/planning/sent-workflow';
import type { StepInput, WorkflowInput } from '@/lib/engine/workflow';
import { fieldsOf } from '@/lib/rules/json';
import { plannedWorkflow } from '@/testing/engine/planned-workflow';

/** All workflows and steps that the docs print as JSON, and that can be planned by themselves. */
const printed = globSync('content/**/*.mdx').flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/```json[^\n]*\n(.*?)```/gs)].flatMap(([, json = '']) => {
    try {
      return workflowsIn(JSON.parse(json));
    } catch {
      return [];
    }
  }),
);

function workflowsIn(value: unknown): Partial<WorkflowInput>[] {
  const fields = fieldsOf(value);
  if (Array.isArray(fields.steps)) return [fields];
  if (typeof fields.id === 'string' && typeof fields.task === 'string')
    return [{ steps: [fields as unknown as StepInput] }];
  return Object.values(fields).flatMap(workflowsIn);
}

const everything: StepInput = {
  ...{ id: 'all', task: 'summarization', condition: 'true', strategy: 'COST', model: 'sandbox/fast' },
  ...{ fallbacks: ['sandbox/quality'], input: '{{ input }}', instructions: 'Be brief.', tone: 'formal' },
  options: { max_words: 20, format: 'paragraph', language: 'de' },
  ...{ temperature: 0, max_tokens: 90, retries: 0, timeout_ms: 2_000, first_token_timeout_ms: 1_500 },
  ...{ idle_timeout_ms: 1_200, on_error: 'CONTINUE', on_refusal: 'FALLBACK' },
  preprocessors: [
    { name: 'stripSensitiveData' },
    { name: 'enforceTokenLimit', options: { max_tokens: 900 } },
  ],
  postprocessors: [{ name: 'writeToMarkdown' }],
};

const workflows: Partial<WorkflowInput>[] = [
  ...exampleWorkflows.map(({ workflow }) => workflow as Partial<WorkflowInput>),
  ...printed,
  { steps: [everything] },
  {
    mode: 'SEQUENTIAL',
    steps: [
      { id: 'a', task: 'generation' },
      { id: 'b', task: 'summarization' },
    ],
  },
];

test('a workflow that is sent again as it is shown is planned as the same workflow', () => {
  const planned = workflows.flatMap((workflow) => {
    try {
      return [plannedWorkflow(workflow.steps ?? [], workflow)];
    } catch {
      // Samples of faults, and models of providers that aren't set up here.
      return [];
    }
  });
  expect(planned.length).toBeGreaterThan(60);
  for (const workflow of planned) {
    const { name, steps, ...sent } = sentWorkflow(workflow, null);
    const again = plannedWorkflow(steps, { input: '', ...sent, name } as Partial<WorkflowInput>);
    expect(again).toEqual(workflow);
  }
});

test('a workflow is shown as a person would write it: in the order of the docs, without what would be filled in', () => {
  const { steps } = sentWorkflow(plannedWorkflow([everything]), null);
  expect(Object.keys(steps[0] ?? {})).toEqual([
    ...[
      'id',
      'task',
      'condition',
      'strategy',
      'model',
      'fallbacks',
      'input',
      'instructions',
      'options',
      'tone',
    ],
    ...['temperature', 'max_tokens', 'retries', 'timeout_ms', 'first_token_timeout_ms', 'idle_timeout_ms'],
    ...['on_error', 'on_refusal', 'preprocessors', 'postprocessors'],
  ]);
  expect(steps[0]?.options).toEqual({ max_words: 20, language: 'de' });
  expect(steps[0]?.preprocessors?.[0]).toEqual({ name: 'stripSensitiveData' });
  const small: StepInput[] = [
    { id: 'label', task: 'classification', options: { labels: ['a', 'b'] } },
    { id: 'text', task: 'generation', dependsOn: ['label'] },
  ];
  expect(sentWorkflow(plannedWorkflow(small), null)).toEqual({
    ...{ name: 'Test', input: 'The arm stops.', steps: small },
  });
});
