import { describe, expect, it } from 'vitest';
import { formatCompact, formatCount, formatQuantity } from './number';

describe('counts', () => {
  it('groups thousands everywhere', () => {
    expect([0, 861, 1204, 64_120].map(formatCount)).toEqual(['0', '861', '1,204', '64,120']);
  });
  it('shortens for axes', () => {
    expect([0, 861, 1204, 3_400_000].map(formatCompact)).toEqual(['0', '861', '1.2K', '3.4M']);
  });
  it('reads a missing or impossible count as 0', () => {
    expect([null, undefined, Number.NaN].map(formatCount)).toEqual(['0', '0', '0']);
    expect(formatCompact(undefined)).toBe('0');
  });
  it('names the unit in the right number', () => {
    const unit = { one: 'execution', other: 'executions' };
    expect([0, 1, 1204].map((value) => formatQuantity(value, unit))).toEqual([
      '0 executions',
      '1 execution',
      '1,204 executions',
    ]);
  });
});
