import { daysIn } from '@/lib/calendar/day';
import { formatDate, formatShortDay } from '@/lib/format/date';
import type { Period } from './dashboard-query';

type Days = Pick<Period, 'from' | 'to'>;

/** `Oct 23 – Nov 21, 2026`, both years where they differ, one day alone where there is one. */
export function dayRange({ from, to }: Days): string {
  if (from === to) return formatDate(to);
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  return `${sameYear ? formatShortDay(from) : formatDate(from)} – ${formatDate(to)}`;
}

/** What a range contains: `30 days, Oct 23 – Nov 21, 2026 (UTC), today so far included.` */
export function rangeSentence(range: Days, today: string): string {
  const count = daysIn(range.from, range.to);
  const days = `${count} ${count === 1 ? 'day' : 'days'}, ${dayRange(range)} (UTC)`;
  const holdsToday = range.from <= today && today <= range.to;
  return `${days}${holdsToday ? ', today so far included' : ''}.`;
}

/**
 * A change and what it is counted from: `+6.2% from 1134`. Where there is no change to name, what there was in the
 * days beside: `0 in those days`.
 */
export const besides = (change: string | null, before: string): string =>
  change === null ? `${before} in those days` : `${change} from ${before}`;

/** What the month is counted over and against: `Nov 1 – Nov 21, 2026, today so far, beside Oct 1 – Oct 21, 2026`. */
export const monthSentence = (month: Days, previous: Days): string =>
  `${dayRange(month)}, today so far, beside ${dayRange(previous)}`;
