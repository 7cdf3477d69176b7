import { expect, test } from 'vitest';
import { usageNumbers } from './usage-screen';

const day = (date: string, requestCount: number) => ({
  date,
  requestCount,
  successCount: 0,
  totalTokens: requestCount * 150,
  totalCost: requestCount / 1_000,
  unknownCostCount: 0,
});
const numbers = usageNumbers(
  [day('2026-11-20', 1), day('2026-11-21', 2), day('2026-11-22', 0)],
  { from: '2026-11-20', to: '2026-11-22' },
  '2026-11-21',
);

test('the newest day comes first, today is marked as not over, and no day is to come', () => {
  expect(numbers.rows.map(({ name, values }) => [name, ...values.slice(0, 3)])).toEqual([
    ['Nov 21, 2026, so far', 2, 300, 0.002],
    ['Nov 20, 2026', 1, 150, 0.001],
  ]);
});

test('costs have four decimals on the page, and are exact in the file', () => {
  const [requests, tokens, cost] = numbers.columns;
  expect(cost?.format(0.00205)).toBe('$0.0021');
  expect([requests?.csv(2), tokens?.csv(300), cost?.csv(0.002001)]).toEqual([2, 300, '0.002001']);
  expect([requests, tokens, cost].map((column) => column?.csvHead)).toEqual([
    'requests',
    'tokens_used',
    'cost_usd',
  ]);
  expect(numbers.fileName).toBe('usage-2026-11-20-2026-11-22');
});
