import { isDay } from '@/lib/calendar/day';
import { formatIsoDate } from '@/lib/format/date';
import { formatRelative } from '@/lib/format/relative';

/** The day something was made (UTC), as an ISO date, and how long ago that is; `Invalid Date` for what is none. */
export function CreatedAt({ at }: { at: string }) {
  const day = formatIsoDate(at);
  if (!isDay(day)) return day;
  return (
    <>
      <time dateTime={day}>{day}</time>
      <span className="text-muted">{formatRelative(at, Date.now())}</span>
    </>
  );
}
