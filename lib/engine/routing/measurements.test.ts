import { beforeEach, describe, expect, test } from 'vitest';
import { Measurements } from '@/lib/engine/routing/measurements';

let elapsed: number;
let measurements: Measurements;
beforeEach(() => {
  elapsed = 1_000_000;
  measurements = new Measurements({ elapsed: () => elapsed });
});

const add = (milliseconds: number, failed = false) => measurements.add('one', { milliseconds, failed });

test('nothing is known of a model that was never called', () => {
  expect(measurements.latency('one')).toBeUndefined();
  expect(measurements.errorRate('one')).toBe(0);
});

test('the latency is the median of the successful calls', () => {
  for (const milliseconds of [900, 100, 500]) add(milliseconds);
  for (const milliseconds of [1, 2, 3, 4]) add(milliseconds, true);
  expect(measurements.latency('one')).toBe(500);
});

test('a model that only failed has no latency', () => {
  add(5, true);
  expect(measurements.latency('one')).toBeUndefined();
});

test('the error rate is the share of calls that failed, from the fifth call on', () => {
  for (let count = 0; count < 4; count += 1) add(1, true);
  expect(measurements.errorRate('one')).toBe(0);
  add(1);
  expect(measurements.errorRate('one')).toBe(0.8);
});

test('calls count for an hour', () => {
  for (let count = 0; count < 5; count += 1) add(700, true);
  add(700);
  elapsed += 3_600_000;
  expect(measurements.latency('one')).toBeUndefined();
  expect(measurements.errorRate('one')).toBe(0);
});

test('under load only the last 200 calls count, so that memory stays bounded', () => {
  for (let count = 0; count < 200; count += 1) add(1, true);
  for (let count = 0; count < 200; count += 1) add(1);
  expect(measurements.errorRate('one')).toBe(0);
});

test('models are measured apart', () => {
  for (let count = 0; count < 5; count += 1) add(700, true);
  expect(measurements.errorRate('two')).toBe(0);
});

test('of more than 1,000 models the one measured first is forgotten, so that memory stays bounded', () => {
  add(700);
  for (let count = 0; count < 999; count += 1)
    measurements.add(`m${count}`, { failed: false, milliseconds: 1 });
  expect(measurements.latency('one')).toBe(700);
  measurements.add('last', { failed: false, milliseconds: 2 });
  expect(measurements.latency('one')).toBeUndefined();
  expect(measurements.latency('last')).toBe(2);
});

describe('measurements of other processes', () => {
  const elsewhere = (calls: number, failures: number, latency: number | null) =>
    measurements.replaceRemote([{ one: { calls, failures, latency } }]);

  test('counts like the own calls', () => {
    add(100);
    elsewhere(9, 4, 900);
    expect(measurements.errorRate('one')).toBe(0.4);
    expect(measurements.latency('one')).toBe(900);
  });

  test('weighs by its number of calls', () => {
    for (let count = 0; count < 20; count += 1) add(100);
    elsewhere(3, 0, 900);
    expect(measurements.latency('one')).toBe(100);
  });

  test('takes the place of what they had measured before', () => {
    elsewhere(10, 10, null);
    elsewhere(10, 0, 50);
    expect(measurements.errorRate('one')).toBe(0);
    measurements.replaceRemote([]);
    expect(measurements.latency('one')).toBeUndefined();
  });

  test("its own measurements don't include calls of an hour ago", () => {
    add(100);
    add(300, true);
    expect(measurements.own()).toEqual({ one: { calls: 2, failures: 1, latency: 100 } });
    elapsed += 3_600_000;
    expect(measurements.own()).toEqual({});
  });
});
