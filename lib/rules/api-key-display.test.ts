import { expect, test } from 'vitest';
import { keyStatus, lastInstant } from './api-key-display';

const now = Date.parse('2026-11-21T14:00:00Z');
const millis = (moment: string) => String(Date.parse(moment));
/** A key whose last day is `day`: it ends with the first instant of the next. */
const until = (day: string) => String(Date.parse(day) + 86_400_000);

const words = (key: Partial<Parameters<typeof keyStatus>[0]>) => {
  const { word, reason } = keyStatus({ status: 'ACTIVE', expires_at: null, revoked_at: null, ...key }, now);
  return `${word}: ${reason}`;
};

test('an active key says how long it works', () => {
  expect(words({})).toBe('Active: never expires');
  expect(words({ expires_at: until('2027-01-03') })).toBe('Active: works until Jan 3, 2027');
  expect(words({ expires_at: until('2099-12-31') })).toBe('Active: works until Dec 31, 2099');
});

test('with less than 14 days left it expires soon, and names its last day', () => {
  expect(words({ expires_at: until('2026-11-24') })).toBe('Expires soon: in 3 days, on Nov 24, 2026');
  expect(words({ expires_at: until('2026-11-22') })).toBe('Expires soon: in 1 day, on Nov 22, 2026');
  expect(words({ expires_at: until('2026-11-21') })).toBe('Expires soon: in 9 hours, on Nov 21, 2026');
  const fortnight = now + 14 * 86_400_000;
  expect(words({ expires_at: String(fortnight) })).toBe('Active: works until Dec 5, 2026');
  expect(words({ expires_at: String(fortnight - 1) })).toBe('Expires soon: in 13 days, on Dec 5, 2026');
});

test("an expired key says since when, also if it expired after the API's response", () => {
  expect(words({ status: 'EXPIRED', expires_at: until('2026-11-02') })).toBe('Expired: on Nov 2, 2026');
  expect(words({ expires_at: String(now) })).toBe('Expired: on Nov 21, 2026');
  expect(words({ expires_at: String(now + 1) })).toMatch(/^Expires soon: /);
});

test('a revoked key says since when, and whether it can come back', () => {
  const revoked = { status: 'REVOKED', revoked_at: millis('2026-11-02T23:59:59Z') } as const;
  const back = 'Revoked: on Nov 2, 2026';
  expect(words(revoked)).toBe(back);
  expect(words({ ...revoked, expires_at: until('2026-11-24') })).toBe(back);
  expect(words({ ...revoked, expires_at: until('2026-11-10') })).toBe(
    'Revoked: on Nov 2, 2026; it has expired since',
  );
});

test('a key works to the last instant of its day', () => {
  expect(lastInstant(until('2026-11-24'))).toBe(millis('2026-11-24T23:59:59.999Z'));
  expect(lastInstant(null)).toBeNull();
});
