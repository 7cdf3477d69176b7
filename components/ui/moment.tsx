import { formatIsoMoment, formatMoment } from '@/lib/format/date';
import { formatRelative } from '@/lib/format/relative';

type MomentProps = {
  /** Epoch milliseconds as the API writes them. */
  at: string | null | undefined;
  /** What stands where there is none: a dash, or a word like `Never`. */
  missing?: string;
};

/** A moment, absolute (UTC) with the relative one below it. */
export function Moment({ at, missing = '—' }: MomentProps) {
  if (at == null) return <span className="text-muted">{missing}</span>;
  return (
    <time className="block whitespace-nowrap" dateTime={formatIsoMoment(at)}>
      {formatMoment(at)}
      <span className="block text-[13px] text-muted">{formatRelative(at, Date.now())}</span>
    </time>
  );
}
