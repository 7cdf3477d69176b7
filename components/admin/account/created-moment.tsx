import { formatIsoDate, formatIsoMoment, formatMoment } from '@/lib/format/date';
import { formatRelative } from '@/lib/format/relative';

/** The moment something was made (UTC), and how long ago that is; a dash for a missing or invalid one. */
export function CreatedMoment({ at }: { at: string | null | undefined }) {
  if (at == null || formatIsoDate(at) === 'Invalid Date') return '—';
  return (
    <>
      <time dateTime={formatIsoMoment(at)}>{formatMoment(at)}</time>
      <span className="text-muted">{formatRelative(at, Date.now())}</span>
    </>
  );
}
