import { expect, test } from 'vitest';
import { models } from '@/lib/config/models';
import { openCatalog } from '@/lib/engine/models/catalog';
import { estimatePlan, totalCost } from '@/lib/engine/planning/estimate-plan';
import { planHere } from '@/lib/engine/planning/plan-workflow';
import { sentWorkflow } from '@/lib/engine/planning/sent-workflow';
import type { StepInput } from '@/lib/engine/workflow';
import { EngineWorld } from '@/testing/engine/engine-world';
import { structureIn } from './approval';

const surroundings = { catalog: openCatalog(models), providers: new Set(['sandbox']) };
const plan = (step: Partial<StepInput>) =>
  planHere(
    {
      ...{ name: 'Test', input: 'Text.', variables: {}, mode: 'DEPENDENCY', callbacks: [] },
      steps: [{ id: 'check', task: 'approval', ...step }],
    },
    surroundings,
  );
const faultsOf = (step: Partial<StepInput>) => plan(step).faults?.map(({ path, message }) => [path, message]);

test('a plan shows the wait, and no price', () => {
  const { workflow, waves } = plan({ options: { timeout: 5_400, on_timeout: 'APPROVE' } });
  if (!workflow) throw new Error('It has faults.');
  const [step] = estimatePlan(workflow, waves, new EngineWorld({}).engine);
  expect(step).toMatchObject({
    ...{ model: null, fallbacks: [], estimatedTokens: 0, estimatedCost: 0, maxCost: 0 },
    reason: 'It waits for a person, at most 90 minutes, and then approves the text.',
  });
  expect(totalCost([step as NonNullable<typeof step>], 'maxCost')).toBe(0);
  const sent = sentWorkflow(workflow, null);
  expect(sent.steps).toEqual([
    { id: 'check', task: 'approval', options: { timeout: 5_400, on_timeout: 'APPROVE' } },
  ]);
});

test.each([
  ['model', { model: 'sandbox/fast' }, 'approval calls no model, and takes no model.'],
  ['retries', { retries: 1 }, 'approval calls no model, and takes no retries.'],
  [
    'timeout_ms',
    { timeout_ms: 5_000 },
    'approval calls no model, and takes no timeout_ms. Did you mean options.timeout?',
  ],
  [
    'on_refusal',
    { on_refusal: 'FAIL' },
    'approval calls no model, and takes no on_refusal. Did you mean on_error?',
  ],
] as const)('a step with %s has a fault that says what it takes', (path, step, message) => {
  expect(faultsOf(step)).toEqual([[`steps[0].${path}`, message]]);
});

test.each([
  { timeout: 59 },
  { timeout: 2_592_001 },
  { timeout: 60.5 },
  { on_timeout: 'SKIP' },
  { timeouts: 60 },
])('the options %j are faults', (options) => {
  expect(plan({ options }).faults).toMatchObject([{ code: 'TASK_OPTION_INVALID' }]);
});

test.each([
  ['{"a": 1}', true],
  [' [1]', true],
  ['7', false],
  ['"text"', false],
  ['{ a', false],
  ['[', false],
])('%s is a structure: %s', (text, isOne) => {
  expect(structureIn(text) !== null).toBe(isOne);
});
