import { expect, test } from 'vitest';
import { models } from '@/lib/config/models';
import { openCatalog } from '@/lib/engine/models/catalog';
import { estimatePlan } from '@/lib/engine/planning/estimate-plan';
import { Breakers } from '@/lib/engine/routing/breakers';
import { Measurements } from '@/lib/engine/routing/measurements';
import type { StepInput } from '@/lib/engine/workflow';
import { catalogModel } from '@/testing/engine/catalog-model';
import { plannedWorkflow } from '@/testing/engine/planned-workflow';
import { SimulatedClock } from '@/testing/engine/simulated-clock';

function estimate({ fallbacks = null, ...step }: Partial<StepInput>, providers = ['sandbox', 'test']) {
  const clock = new SimulatedClock();
  const catalog = openCatalog([...models, catalogModel('unpriced', { prices: [] })]);
  const engine = { clock, catalog, breakers: new Breakers(clock), measurements: new Measurements(clock) };
  const workflow = plannedWorkflow([{ id: 'a', task: 'generation', max_tokens: 300, ...step }]);
  // Planning knows the sandbox alone.
  const steps = workflow.steps.map((one) => ({ ...one, fallbacks }));
  const [found] = estimatePlan({ ...workflow, steps }, [1], {
    ...engine,
    providerNames: new Set(providers),
  });
  if (!found) throw new Error('The step has no estimate.');
  return found;
}

test('an estimate is for the first model, and its ceiling for the most expensive model or fallback', () => {
  const [fast, quality] = ['sandbox/fast', 'sandbox/quality'].map((model) => estimate({ model }));
  const cheapFirst = estimate({ model: 'sandbox/fast', fallbacks: ['sandbox/quality'] });
  expect(cheapFirst).toMatchObject({ model: 'sandbox/fast', estimatedCost: fast?.estimatedCost });
  expect(cheapFirst.prices).toEqual(fast?.prices);
  expect(cheapFirst.maxCost).toBe(quality?.maxCost);
  expect(quality?.maxCost).toBeGreaterThan(fast?.maxCost ?? Number.POSITIVE_INFINITY);
  const expensiveFirst = estimate({ model: 'sandbox/quality', fallbacks: ['sandbox/fast'] });
  expect(expensiveFirst.maxCost).toBe(quality?.maxCost);
});

test("with a fallback whose price isn't known, the estimate is known and its ceiling isn't", () => {
  const model = 'sandbox/fast';
  expect(estimate({ model, fallbacks: ['test/unpriced'] })).toMatchObject({
    ...{ model, estimatedCost: estimate({ model }).estimatedCost, maxCost: null },
  });
});

test('if the catalog has no models of the only provider, the plan of a step without a model says to name one', () => {
  const providers = ['sandbox', 'compatible'];
  expect(estimate({}, providers)).toMatchObject({
    model: null,
    reason: 'Routing has no model to choose from on this server. Name one in the step, as provider/model.',
  });
  const model = 'compatible/llama3.3:70b';
  expect(estimate({ fallbacks: [model] }, providers)).toMatchObject({ model });
});

test("an estimate's cost is its tokens at its prices", () => {
  const { estimatedTokens, estimatedOutputTokens, estimatedCost, prices } = estimate({
    model: 'sandbox/fast',
  });
  const input = estimatedTokens - estimatedOutputTokens;
  expect(input * (prices?.input ?? 0) + estimatedOutputTokens * (prices?.output ?? 0)).toBe(estimatedCost);
});

test('a step with a condition says on what it runs, and is counted as if it ran', () => {
  const step = { model: 'sandbox/fast', condition: 'variables.tier == "gold"' };
  const always = estimate({ model: step.model });
  expect(always.condition).toBeNull();
  expect(estimate(step)).toMatchObject({
    condition: step.condition,
    estimatedCost: always.estimatedCost,
  });
});
