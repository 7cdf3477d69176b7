import { formatIsoMoment, formatMoment } from '@/lib/format/date';
import { formatRelative } from '@/lib/format/relative';
import type { Times } from '@/lib/format/times';
import { ZonedTime } from './zoned-time';

type MomentProps = {
  /** Epoch milliseconds as the API writes them. */
  at: string | null | undefined;
  /** How it's written, for example as a date only (UTC). */
  format?: (at: string, times: Times) => string;
  /** Replaces a missing or invalid moment: a dash, or a word like `Never`. */
  missing?: string;
  /** On one line, if there's room. */
  inline?: boolean;
};

/** A moment, absolute in the chosen times, with the relative one below or next to it. */
export function Moment({ at, format = formatMoment, missing = '—', inline = false }: MomentProps) {
  if (at == null || formatIsoMoment(at) === 'Invalid Date')
    return <span className="text-muted">{missing}</span>;
  const relative = formatRelative(at, Date.now());
  return inline ? (
    <>
      <ZonedTime at={at}>{(times) => format(at, times)}</ZonedTime>
      <span className="text-muted">{relative}</span>
    </>
  ) : (
    <ZonedTime at={at} className="block whitespace-nowrap">
      {(times) => (
        <>
          {format(at, times)}
          <span className="block text-[13px] text-muted">{relative}</span>
        </>
      )}
    </ZonedTime>
  );
}
