import { formatIsoDate } from '@/lib/format/date';
import { formatRelative } from '@/lib/format/relative';

/** The day something was made (UTC), as an ISO date, and how long ago that is; `Invalid Date` for what is none. */
export function CreatedAt({ at }: { at: string }) {
  const day = formatIsoDate(at);
  const known = day !== 'Invalid Date';
  return (
    <>
      {known ? <time dateTime={day}>{day}</time> : day}
      {known && <span className="text-muted">{formatRelative(at, Date.now())}</span>}
    </>
  );
}
