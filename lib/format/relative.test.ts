import { expect, it } from 'vitest';
import { formatRelative } from './relative';

const now = Date.UTC(2026, 10, 21, 12);
const from = (millis: number) => formatRelative(String(now + millis), now);
const MINUTE = 60_000;
const DAY = 86_400_000;

it('names the largest unit that has passed or is to come, whole', () => {
  expect([-59_999, -MINUTE, -59 * MINUTE, -60 * MINUTE, -25 * 60 * MINUTE].map(from)).toEqual([
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '1 day ago',
  ]);
  expect([0, 3 * DAY, 59 * DAY, 60 * DAY, -717 * DAY, 800 * DAY].map(from)).toEqual([
    'just now',
    'in 3 days',
    'in 59 days',
    'in 2 months',
    '23 months ago',
    'in 2 years',
  ]);
});

it('is a dash for an invalid moment', () => {
  expect(['', ' ', 'soon'].map((at) => formatRelative(at, now))).toEqual(['—', '—', '—']);
});
