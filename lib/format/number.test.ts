import { describe, expect, it, test } from 'vitest';
import {
  formatBytes,
  formatCompact,
  formatCount,
  formatPercent,
  formatQuantity,
  formatShare,
} from './number';

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

it('rounds to a whole percent', () => {
  expect([0, 0.4, 96.5, 97.49, 100].map(formatPercent)).toEqual(['0%', '0%', '97%', '97%', '100%']);
});

it('reads a missing percentage as 0', () => {
  expect([null, undefined, Number.NaN, Number.POSITIVE_INFINITY].map(formatPercent)).toEqual([
    '0%',
    '0%',
    '0%',
    '0%',
  ]);
});

it('writes no share of something as 0%', () => {
  expect([0, 0.06, 0.99, 1.2, 99.4, 99.75, 100].map(formatShare)).toEqual([
    ...['0%', '<1%', '<1%', '1%', '99%', '>99%', '100%'],
  ]);
});

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

test('bytes are written in the largest unit that leaves at least 1', () => {
  const written = [0, 1, 512, 1023, KiB, 1.5 * KiB, 12.44 * MiB, 256 * MiB, 20 * GiB, 3000 * GiB];
  expect(written.map(formatBytes)).toEqual([
    ...['0 bytes', '1 byte', '512 bytes', '1,023 bytes', '1 KiB', '1.5 KiB'],
    ...['12.4 MiB', '256 MiB', '20 GiB', '2.9 TiB'],
  ]);
});

test('bytes that round up to 1,024 are 1 of the next unit', () => {
  expect([MiB - 1, GiB - 1].map(formatBytes)).toEqual(['1 MiB', '1 GiB']);
  expect(formatBytes(MiB - KiB)).toBe('1,023 KiB');
});
