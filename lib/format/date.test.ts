import { afterEach, describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatFullDay, formatIso, formatShortDay, parseDate } from './date';

const afternoon = String(Date.UTC(2026, 10, 3, 14, 2));
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
      expect(formatDate('2026-11-03')).toBe('Nov 3, 2026');
      expect(formatFullDay('2026-11-03')).toBe('Tue, Nov 3, 2026');
      expect(formatDateTime(afternoon)).toBe('Nov 3, 2026, 14:02 UTC');
      expect(formatIso(afternoon)).toBe('2026-11-03T14:02:00.000Z');
    },
  );
  it('reads both of the API shapes', () => {
    expect(parseDate('0')).toBe(0);
    expect(parseDate('2026-11-03')).toBe(Date.UTC(2026, 10, 3));
    expect(parseDate(Number(afternoon))).toBe(Number(afternoon));
  });
  it('shows midnight as 00:00', () => {
    expect(formatDateTime('2026-11-03')).toBe('Nov 3, 2026, 00:00 UTC');
  });
  it.each([
    null,
    undefined,
    '',
    ' ',
    'soon',
    '2026-02-30',
    '2026-13-01',
    '9e99',
    '99999999999999999',
    Number.NaN,
  ])('shows a dash for %s', (value) => {
    expect([formatShortDay(value), formatDate(value), formatDateTime(value)]).toEqual(['—', '—', '—']);
  });
});

describe('formatIso', () => {
  it.each([null, undefined, '', 'soon', '2026-11-03', '99999999999999999'])(
    'says Invalid Date for %s',
    (value) => {
      expect(formatIso(value)).toBe('Invalid Date');
    },
  );
});
