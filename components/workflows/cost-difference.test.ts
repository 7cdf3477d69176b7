import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assumedModels, compareCost, stepCostCauses, unusedFallbacks } from './cost-difference';
import type { JobAttempt } from './job';

type Plan = Parameters<typeof compareCost>[2];
type Planned = Plan['steps'][number];
type Step = Parameters<typeof compareCost>[0]['steps'][number];

const prices = { input: 2, cachedInput: 1, cacheWrite: 3, output: 10, reasoning: 10 };
const plannedOf = (more: Partial<Planned> = {}): Planned => ({
  ...{ id: 'a', waitsFor: [], model: 'p/m', fallbacks: ['p/n'], estimatedTokens: 1_100 },
  ...{ estimatedOutputTokens: 100, estimatedCost: 0.003, maxCost: 0.01, prices, ...more },
});
const attemptOf = (more: Partial<JobAttempt> = {}): JobAttempt => ({
  ...{ stepId: 'a', number: 1, model: 'p/m', outcome: 'ANSWERED', code: null, message: null, docs: null },
  ...{ status: null, inputTokens: 1_000, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 100 },
  ...{ reasoningTokens: 0, estimated: false, cost: 0.003, prices, connectMs: null, firstTokenMs: null },
  ...{ milliseconds: 10, startedAt: '0', retryAt: null, ...more },
});
const stepOf = (more: Partial<Step> = {}): Step => ({
  ...{ id: 'a', fallbacks: [], attempts: 1, cost: 0.003 },
  ...more,
});
const causesOf = (step: Step, attempts: JobAttempt[], planned = plannedOf()) =>
  stepCostCauses(step, attempts, planned).map(({ words, amount }) => `${amount.toFixed(4)} ${words}`);

test('a step that cost its estimate needs no reason', () => {
  expect(causesOf(stepOf(), [attemptOf()])).toEqual([]);
});

test.each<[string, Partial<Step>, Partial<JobAttempt>[], string[]]>([
  [
    'longer output',
    { cost: 0.005 },
    [{ outputTokens: 300, cost: 0.005 }],
    ['0.0020 Longer outputs than usual: 300 output tokens, estimated 100'],
  ],
  [
    'a shorter prompt',
    { cost: 0.002 },
    [{ inputTokens: 500, cost: 0.002 }],
    ['-0.0010 Shorter prompts than estimated: 500 input tokens, estimated 1,000'],
  ],
  [
    'a fallback at another price, after a billed attempt',
    { cost: 0.01, fallbacks: ['p/m'], attempts: 2 },
    [
      { outcome: 'FAILED', cost: 0.004 },
      { model: 'p/n', cost: 0.006 },
    ],
    [
      '0.0040 Attempts without a result were billed: 1 of 2 calls',
      '0.0030 A fallback with other prices served: `p/n` instead of `p/m`',
    ],
  ],
  [
    'another choice of routing',
    { cost: 0.001 },
    [{ model: 'p/o', cost: 0.001 }],
    ['-0.0020 Routing chose a model with other prices than the estimate assumes: `p/o` instead of `p/m`'],
  ],
  [
    'a changed price',
    { cost: 0.004 },
    [{ cost: 0.004 }],
    ["0.0010 The model's price was another than in the estimate"],
  ],
  [
    'the cache and reasoning',
    { cost: 0.0045 },
    [{ inputTokens: 500, cachedInputTokens: 500, reasoningTokens: 200, cost: 0.0045 }],
    [
      '0.0020 Tokens for reasoning, which the estimate leaves out,',
      "-0.0005 The provider's cache changed the price of prompts",
    ],
  ],
  [
    'no reply that could be used',
    { cost: 0 },
    [{ outcome: 'FAILED', cost: 0 }],
    ['-0.0030 No reply could be used'],
  ],
  ['no call', { cost: 0, attempts: 0 }, [], ['-0.0030 No model was called']],
])('the reason of a cost says %s', (_, step, attempts, causes) => {
  expect(
    causesOf(
      stepOf(step),
      attempts.map((attempt) => attemptOf(attempt)),
    ),
  ).toEqual(causes);
});

const jobOf = (steps: Step[], cost: number | null, finishedAt: string | null = '9') => ({
  ...{ steps, cost, finishedAt },
});
const planOf = (steps: Planned[], more: Partial<Plan> = {}): Plan => ({
  ...{ estimatedCost: steps.reduce((sum, step) => sum + (step.estimatedCost ?? 0), 0), maxCost: 1 },
  ...{ steps, ...more },
});

test("whatever its calls were, a job's causes add up to the difference between its cost and its estimate", () => {
  const tokens = fc.integer({ min: 0, max: 5_000 });
  const anyAttempt = fc.record({
    ...{ inputTokens: tokens, cachedInputTokens: tokens, cacheWriteTokens: tokens, outputTokens: tokens },
    ...{ reasoningTokens: tokens, stepId: fc.constantFrom('a', 'b', 'c') },
    cost: fc.integer({ min: 0, max: 1_000_000 }).map((micros) => micros / 1e6),
    model: fc.constantFrom('p/m', 'p/n'),
    outcome: fc.constantFrom<JobAttempt['outcome'][]>('ANSWERED', 'FAILED', 'LOST', 'CANCELED'),
  });
  const property = fc.property(fc.array(anyAttempt, { maxLength: 9 }), (fields) => {
    const attempts = fields.map((more) => attemptOf(more));
    const steps = ['a', 'b', 'c'].map((id) => {
      const own = attempts.filter(({ stepId }) => stepId === id);
      const cost = own.reduce((sum, attempt) => sum + (attempt.cost ?? 0), 0);
      return stepOf({ id, attempts: own.length, cost });
    });
    const cost = steps.reduce((sum, step) => sum + (step.cost ?? 0), 0);
    const plan = planOf(['a', 'b', 'c'].map((id) => plannedOf({ id })));
    const compared = compareCost(jobOf(steps, cost), attempts, plan);
    if (!compared || 'why' in compared) throw new Error('It can be compared.');
    const sum = compared.causes.reduce((total, { amount }) => total + amount, 0);
    expect(compared.difference).toBeCloseTo(cost - 0.009, 9);
    expect(Math.abs(sum - compared.difference)).toBeLessThan(11 * 0.000_000_5);
  });
  fc.assert(property, { numRuns: 200 });
});

test('only steps and calls that were billed are named as billed, and only steps with longer outputs as longer', () => {
  const one = (stepId: string, ...more: Partial<JobAttempt>[]) =>
    more.map((fields) => attemptOf({ stepId, ...fields }));
  const attempts = [
    ...one('a', {}),
    ...one('b', { outcome: 'FAILED', cost: 0 }, { outcome: 'FAILED', cost: 0.004 }),
    ...one('c', { outcome: 'FAILED', cost: 0 }, { outputTokens: 300, cost: 0.005 }),
  ];
  const ids = ['a', 'b', 'c'];
  const steps = ids.map((id) => {
    const own = attempts.filter(({ stepId }) => stepId === id);
    return stepOf({ id, attempts: own.length, cost: own.reduce((sum, { cost }) => sum + (cost ?? 0), 0) });
  });
  const compared = compareCost(jobOf(steps, 0.012), attempts, planOf(ids.map((id) => plannedOf({ id }))));
  expect(compared).toMatchObject({
    causes: [
      { words: 'Attempts without a result were billed in `b`' },
      { words: 'No reply could be used in `b`' },
      { words: 'Longer outputs than usual in `c`' },
    ],
  });
  expect(causesOf(stepOf({ id: 'b', attempts: 2, cost: 0.004 }), one('b', ...attempts.slice(1, 3)))).toEqual([
    '0.0040 Attempts without a result were billed: 1 of 2 calls',
    '-0.0030 No reply could be used',
  ]);
});

test('costs that are unknown or not all loaded are said to be, and a job that runs has no comparison yet', () => {
  const plan = planOf([plannedOf()]);
  expect(compareCost(jobOf([stepOf()], null, null), [], plan)).toBeNull();
  expect(compareCost(jobOf([stepOf()], null), [attemptOf()], plan)).toEqual({
    why: "The actual cost is unknown, because a called model's price isn't known.",
  });
  expect(compareCost(jobOf([stepOf()], 1), [attemptOf()], { ...plan, estimatedCost: null })).toEqual({
    why: "The estimate is unknown, because a step's model has no known price or no model fits.",
  });
  expect(compareCost(jobOf([stepOf({ attempts: 2 })], 1), [attemptOf()], plan)).toEqual({
    why: "This page doesn't load all attempts of this job.",
  });
});

test('an estimate names its models with their steps, a few of them', () => {
  const of = (model: string | null, ...ids: string[]) => ids.map((id) => ({ id, model }));
  expect(assumedModels(of('p/m', 'a', 'b'))).toBe('`p/m`');
  expect(assumedModels([...of('p/m', 'a', 'b', 'c', 'd', 'e'), ...of('p/n', 'f'), ...of(null, 'g')])).toBe(
    '`p/m` in `a`, `b`, `c`, and 2 more; `p/n` in `f`',
  );
});

test("a completed step names the fallbacks that weren't needed", () => {
  expect(unusedFallbacks({ status: 'COMPLETED' }, [attemptOf()], plannedOf())).toEqual(['p/n']);
  expect(unusedFallbacks({ status: 'COMPLETED' }, [attemptOf({ model: 'p/n' })], plannedOf())).toEqual([]);
  expect(unusedFallbacks({ status: 'FAILED' }, [attemptOf()], plannedOf())).toEqual([]);
});
