import { expect, test } from 'vitest';
import { templateAddress } from '@/components/workflows/executions-address';
import { cheapestSentence } from './template-screen';

const model = {
  ...{ model: 'sandbox/fast', calls: 1_204, cost: 0.2408, failed: 0, failures: [], p50: 1, p95: 2 },
  ...{ skipped: 0, fallbacks: 0, failedCost: 0, unknownCostCount: 0, circuit: null },
};

test('the cheapest reliable model is named per call, with the calls that it rests on, not as that of whole jobs', () => {
  expect(cheapestSentence({ models: [model], cheapestReliable: model })).toBe(
    'Of the models that its steps called without a failure, the cheapest per call: sandbox/fast, at $0.0002. That rests on 1,204 calls, which may be of its smallest steps only.',
  );
});

test('without one, the sentence says so', () => {
  expect(cheapestSentence({ models: [model], cheapestReliable: null })).toMatch(
    /^Its steps called no model of known price/,
  );
  expect(cheapestSentence({ models: [], cheapestReliable: null })).toMatch(/no model/);
});

test.each(['Support ticket triage', 'a/b?c#d', '100 %', 'Ünnamed 😀', '..%2F'])(
  'the address of a template leads to its name: %s',
  (name) => {
    const { pathname, searchParams } = new URL(
      templateAddress('/dashboard/workflows', name),
      'http://localhost',
    );
    expect([pathname, searchParams.get('name')]).toEqual(['/dashboard/workflows/templates', name]);
  },
);
