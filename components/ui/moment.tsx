import { formatDate, formatIsoMoment, formatMoment } from '@/lib/format/date';
import { formatRelative } from '@/lib/format/relative';
import type { Times } from '@/lib/format/times';
import { ZonedTime } from './zoned-time';

type MomentProps = {
  /** Epoch milliseconds as the API writes them. */
  at: string | null | undefined;
  /** How it's written, if not as a date, which is with its time if `inline`. */
  format?: (at: string, times: Times) => string;
  /** Replaces a missing or invalid moment: a dash, or a word like `Never`. */
  missing?: string;
  /** Whole and on one line, if there's room; otherwise short as in tables, and whole in a note. */
  inline?: boolean;
};

/** A moment, absolute in the chosen times, with the relative one below or next to it. */
export function Moment({
  at,
  inline = false,
  format = inline ? formatMoment : formatDate,
  missing = '—',
}: MomentProps) {
  if (at == null || formatIsoMoment(at) === 'Invalid Date')
    return <span className="text-muted">{missing}</span>;
  const relative = formatRelative(at, Date.now());
  return inline ? (
    <>
      <ZonedTime at={at}>{(times) => format(at, times)}</ZonedTime>
      <span className="text-muted">{relative}</span>
    </>
  ) : (
    <ZonedTime at={at} className="block whitespace-nowrap" short>
      {(times) => (
        <>
          {format(at, times)} <span className="subline">{relative}</span>
        </>
      )}
    </ZonedTime>
  );
}
