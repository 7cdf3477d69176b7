import { afterEach, describe, expect, it } from 'vitest';
import {
  formatDate,
  formatFullDay,
  formatIsoDate,
  formatIsoMoment,
  formatLocalIsoMoment,
  formatMoment,
  formatMonth,
  formatRelative,
  formatShortDay,
} from './date';

const zone = process.env.TZ;

afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('dates', () => {
  it.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata'])(
    'are the same in %s',
    (name) => {
      process.env.TZ = name;
      expect(formatShortDay('2026-11-03')).toBe('Nov 3');
      expect(formatMonth('2026-11-01')).toBe('November');
      expect(formatDate('2026-11-03')).toBe('Nov 3, 2026');
      expect(formatFullDay('2026-11-03')).toBe('Tue, Nov 3, 2026');
      expect(formatMoment(String(Date.UTC(2026, 10, 3, 0, 5)))).toBe('Nov 3, 2026, 00:05 UTC');
    },
  );
  it.each([
    ['UTC', 'Nov 3, 2026, 00:05 UTC', '2026-11-03T00:05:00.000+00:00'],
    ['Pacific/Kiritimati', 'Nov 3, 2026, 14:05 GMT+14', '2026-11-03T14:05:00.000+14:00'],
    ['America/St_Johns', 'Nov 2, 2026, 20:35 GMT-3:30', '2026-11-02T20:35:00.000-03:30'],
  ])('in local times are those of %s, with its name', (name, moment, iso) => {
    process.env.TZ = name;
    const at = String(Date.UTC(2026, 10, 3, 0, 5));
    expect(formatMoment(at, 'local')).toBe(moment);
    expect(formatLocalIsoMoment(at)).toBe(iso);
    expect(formatLocalIsoMoment('soon')).toBe('Invalid Date');
  });
  it('are read from epoch milliseconds too', () => {
    expect(formatDate('0')).toBe('Jan 1, 1970');
    expect(formatDate(String(Date.UTC(2026, 10, 3, 23, 59)))).toBe('Nov 3, 2026');
  });
  it.each([null, undefined, '', ' ', 'soon', '2026-02-30', '2026-13-01', '9e99', '99999999999999999'])(
    'are a dash for %s',
    (value) => {
      expect([formatShortDay(value), formatDate(value), formatFullDay(value)]).toEqual(['—', '—', '—']);
    },
  );
  it('are written for machines as ISO 8601, or as Invalid Date', () => {
    const at = String(Date.UTC(2026, 10, 3, 14, 2));
    expect([formatIsoDate(at), formatIsoMoment(at)]).toEqual(['2026-11-03', '2026-11-03T14:02:00.000Z']);
    for (const none of [null, '', 'soon', '9e99'])
      expect([formatIsoDate(none), formatIsoMoment(none)]).toEqual(['Invalid Date', 'Invalid Date']);
  });
});

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
