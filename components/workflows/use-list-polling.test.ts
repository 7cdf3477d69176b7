import { expect, test } from 'vitest';
import { paceAfter, waitFor } from './use-list-polling';

const read = (began: number, took: number, first: string | null = 'job_1') => ({
  ...{ first, began, ended: began + took },
});

test('a list is read every three seconds, or every two while a row runs', () => {
  for (const pace of [undefined, paceAfter(read(3_000, 49))]) {
    expect(waitFor('new', pace)).toBe(3_000);
    expect(waitFor('running', pace)).toBe(2_000);
  }
});

test('after a slow reading, a list waits 20 times as long, and ten seconds at most', () => {
  const waitAfter = (took: number) => {
    const pace = paceAfter(read(0, took));
    return [waitFor('new', pace), waitFor('running', pace)];
  };
  expect(waitAfter(149)).toEqual([3_000, 2_000]);
  expect(waitAfter(250)).toEqual([5_000, 5_000]);
  expect(waitAfter(500)).toEqual([10_000, 10_000]);
  expect(waitAfter(30_000)).toEqual([10_000, 10_000]);
  expect(waitFor('new', paceAfter(read(10_000, 10), paceAfter(read(0, 500))))).toBe(3_000);
});

test('after a minute without a new row, a list is read every ten seconds, until one comes', () => {
  const first = paceAfter(read(3_000, 10));
  expect(waitFor('new', paceAfter(read(63_000, 10), first))).toBe(3_000);
  const quiet = paceAfter(read(63_001, 10), first);
  expect(waitFor('new', quiet)).toBe(10_000);
  expect(waitFor('running', quiet)).toBe(2_000);
  expect(waitFor('new', paceAfter(read(73_000, 10, 'job_2'), quiet))).toBe(3_000);
});

test("a list that can't be read is read every ten seconds, and at its earlier pace once it can", () => {
  const first = paceAfter(read(3_000, 10));
  const failed = paceAfter(read(6_000, 10, null), first);
  expect(waitFor('new', failed)).toBe(10_000);
  expect(waitFor('new', paceAfter(read(16_000, 10), failed))).toBe(3_000);
});
