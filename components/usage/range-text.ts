import { formatDate, formatShortDay } from '@/lib/format/date';
import { daysIn } from '@/lib/rules/day';
import type { DaySpan } from './usage-day';

/** `Oct 23 – Nov 21, 2026`, both years where they differ, one day alone where there is one. */
export function dayRange({ from, to }: DaySpan): string {
  if (from === to) return formatDate(to);
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  return `${sameYear ? formatShortDay(from) : formatDate(from)} – ${formatDate(to)}`;
}

/** What a range contains: `30 days, Oct 23 – Nov 21, 2026 (UTC), today so far included.` */
export function rangeSentence(range: DaySpan, today: string): string {
  const count = daysIn(range.from, range.to);
  const days = `${count} ${count === 1 ? 'day' : 'days'}, ${dayRange(range)} (UTC)`;
  const holdsToday = range.from <= today && today <= range.to;
  return `${days}${holdsToday ? ', today so far included' : ''}.`;
}
