import { expect, test } from 'vitest';
import { priceExecutions } from './price-executions';

const pro = { monthlyPriceMicros: 99_000_000n, includedExecutions: 100_000, overagePriceMicros: 8_000n };
const basic = { monthlyPriceMicros: 0, includedExecutions: 1_000, overagePriceMicros: null };
const enterprise = { monthlyPriceMicros: 499_000_000, includedExecutions: null, overagePriceMicros: null };

test('up to its limit a plan costs its fee', () => {
  for (const executions of [0, 100_000])
    expect(priceExecutions(pro, executions)).toMatchObject({
      over: 0,
      overageMicros: 0,
      totalMicros: 99_000_000,
    });
});

test('each execution over the limit costs its price, to the micro-dollar', () => {
  expect(priceExecutions(pro, 100_001)).toEqual({
    feeMicros: 99_000_000,
    over: 1,
    unitMicros: 8_000,
    overageMicros: 8_000,
    totalMicros: 99_008_000,
  });
});

test('refused executions cost nothing, and without a limit none are over it', () => {
  expect(priceExecutions(basic, 1_240)).toMatchObject({ over: 240, totalMicros: 0 });
  expect(priceExecutions(enterprise, 5_000_000)).toMatchObject({ over: 0, totalMicros: 499_000_000 });
});
