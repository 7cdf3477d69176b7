import { DAY_MS, isDay } from '@/lib/rules/day';
import { readTimes, type Times } from './stored-choice';

/** Replaces a missing or invalid date. */
const missingDate = '—';

/** The API's two shapes: epoch milliseconds as a decimal string, or a UTC day as `YYYY-MM-DD`. */
type DateInput = string | null | undefined;

const utc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });

const shortDay = utc({ month: 'short', day: 'numeric' });
const dateParts = { month: 'short', day: 'numeric', year: 'numeric' } as const;
const month = utc({ month: 'long' });
const date = utc(dateParts);
const momentParts = {
  ...dateParts,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
const moment = utc(momentParts);
const fullDay = utc({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });

const epochPattern = /^-?\d+$/;
const lastInstant = 8.64e15;

/** Epoch milliseconds of either shape; null if the date is missing or invalid. */
function parseDate(value: DateInput): number | null {
  if (value == null) return null;
  const text = value.trim();
  if (isDay(text)) return Date.parse(text);
  if (!epochPattern.test(text)) return null;
  const millis = Number(text);
  return Math.abs(millis) <= lastInstant ? millis : null;
}

const formatted = (value: DateInput, format: (millis: number) => string): string => {
  const millis = parseDate(value);
  return millis === null ? missingDate : format(millis);
};

/** `Nov 3` (UTC), for axes. */
export const formatShortDay = (value: DateInput): string => formatted(value, (at) => shortDay.format(at));

/** `November` (UTC). */
export const formatMonth = (value: DateInput): string => formatted(value, (at) => month.format(at));

/** `Nov 3, 2026`, by default in UTC. */
export const formatDate = (value: DateInput, times: Times = 'utc'): string =>
  formatted(value, (at) => (times === 'utc' ? date : localDate()).format(at));

/** `Tue, Nov 3, 2026` (UTC). */
export const formatFullDay = (value: DateInput): string => formatted(value, (at) => fullDay.format(at));

/** `Nov 3, 2026, 14:02 UTC`; in local times `Nov 3, 2026, 16:02 GMT+2`. By default, as the person has chosen. */
export const formatMoment = (value: DateInput, times: Times = readTimes()): string =>
  formatted(value, (at) => (times === 'utc' ? `${moment.format(at)} UTC` : localMoment().format(at)));

/** Made for each use: the browser may move to another time zone. */
const localMoment = () => new Intl.DateTimeFormat('en-US', { ...momentParts, timeZoneName: 'short' });
const localDate = () => new Intl.DateTimeFormat('en-US', dateParts);

/** `2026-11-03T14:02:00.000Z`, for `datetime` attributes and machine readers; `Invalid Date` if it's invalid. */
export const formatIsoMoment = (value: DateInput): string => isoText(value);

/** The same in local times, for people: `2026-11-03T16:02:00.000+02:00`. */
export function formatLocalIsoMoment(value: DateInput): string {
  const millis = parseDate(value);
  if (millis === null) return isoText(value);
  const offset = -new Date(millis).getTimezoneOffset();
  const two = (count: number) => String(Math.trunc(count)).padStart(2, '0');
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
  return isoText(String(millis + offset * 60_000)).replace('Z', zone);
}

/** `2026-11-03` (UTC); `Invalid Date` if it's invalid, as docs/product.md, "Formats" words it. */
export const formatIsoDate = (value: DateInput): string => isoText(value, 10);

function isoText(value: DateInput, length?: number): string {
  const millis = parseDate(value);
  return millis === null ? 'Invalid Date' : new Date(millis).toISOString().slice(0, length);
}

const relative = new Intl.RelativeTimeFormat('en-US');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The largest unit that fits comes first. Months and years are rounded, so they start at two: one year could mean
 * anything from 12 to 23 months.
 */
const units = [
  { unit: 'year', millis: 365 * DAY_MS, from: 2 },
  { unit: 'month', millis: 30 * DAY_MS, from: 2 },
  { unit: 'day', millis: DAY_MS, from: 1 },
  { unit: 'hour', millis: HOUR, from: 1 },
  { unit: 'minute', millis: MINUTE, from: 1 },
] as const;

/**
 * The distance of a moment from now, in whole units of the largest that fits: `4 minutes ago`, `in 3 days`, `just now`.
 * @param at epoch milliseconds, as the API writes them; anything else is a dash
 */
export function formatRelative(at: string, now: number): string {
  const distance = Number(at) - now;
  if (at.trim() === '' || !Number.isFinite(distance)) return '—';
  const found = units.find(({ millis, from }) => Math.abs(distance) >= from * millis);
  return found ? relative.format(Math.trunc(distance / found.millis), found.unit) : 'just now';
}
