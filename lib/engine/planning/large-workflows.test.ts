import { expect, test } from 'vitest';
import { workflowLimits } from '@/lib/config/limits';
import { models } from '@/lib/config/models';
import { openCatalog } from '@/lib/engine/models/catalog';
import { planHere } from '@/lib/engine/planning/plan-workflow';
import type { StepInput } from '@/lib/engine/workflow';

/** Entries of lists as a request of 1.5 MiB can hold them. */
const MANY = 300_000;

function faultsOf(steps: readonly StepInput[], variables: Record<string, unknown> = {}) {
  const input = {
    name: 'Large',
    input: 'A text.',
    variables,
    mode: 'DEPENDENCY' as const,
    callbacks: [],
  };
  const { faults } = planHere(
    { ...input, steps },
    { catalog: openCatalog(models), providers: new Set(['sandbox']) },
  );
  return faults ?? [];
}

const fifty = (step: Omit<StepInput, 'id' | 'task'>): StepInput[] =>
  Array.from({ length: workflowLimits.steps }, (_, index) => ({
    id: `step${index}`,
    task: 'generation',
    ...step,
  }));

test.each<[string, Omit<StepInput, 'id' | 'task'>, string]>([
  ['dependencies', { dependsOn: Array(MANY / 50).fill('nobody') }, 'steps[0].dependsOn'],
  ['fallbacks', { fallbacks: Array(MANY / 50).fill('no/model') }, 'steps[0].fallbacks'],
])('of %s without end only the first are looked at, and there are too many', (_, step, path) => {
  const faults = faultsOf(fifty(step));
  expect(faults.map((fault) => fault.path)).toContain(path);
  expect(faults.length).toBeLessThanOrEqual(100);
});

test('variables and options that nest without end are refused before anything reads them whole', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  const step = { id: 'a', task: 'extraction', options: { schema: { type: 'object', const: deep } } };
  const faults = faultsOf([step], { deep });
  expect(faults).toMatchObject([
    { path: 'variables', code: 'INPUT_TOO_LARGE' },
    { path: 'steps[0].options', code: 'TASK_OPTION_INVALID' },
  ]);
});
