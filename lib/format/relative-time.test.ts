import { describe, expect, it } from 'vitest';
import { formatRelativeTime } from './relative-time';

const now = Date.UTC(2026, 10, 21, 1, 0);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const from = (offset: number) => formatRelativeTime(String(now + offset), now);

describe('formatRelativeTime', () => {
  it('speaks of the past', () => {
    expect([0, -30_000, -4 * minute, -3 * hour].map(from)).toEqual([
      'just now',
      'just now',
      '4 min ago',
      '3 hr ago',
    ]);
    expect([-3 * day, -30 * day, -364 * day, -365 * day, -800 * day].map(from)).toEqual([
      '3 days ago',
      '1 mo ago',
      '11 mo ago',
      '1 yr ago',
      '2 yr ago',
    ]);
  });
  it('speaks of the future', () => {
    expect([20_000, 4 * minute, 2 * hour, 3 * day].map(from)).toEqual([
      'in under a minute',
      'in 4 min',
      'in 2 hr',
      'in 3 days',
    ]);
  });
  it('means the UTC date by yesterday and tomorrow', () => {
    expect(from(-25 * hour)).toBe('yesterday');
    expect(from(-26 * hour)).toBe('2 days ago');
    expect(from(day)).toBe('tomorrow');
  });
  it('shows a dash without a date', () => {
    expect([null, undefined, 'never'].map((value) => formatRelativeTime(value, now))).toEqual([
      '—',
      '—',
      '—',
    ]);
  });
});
