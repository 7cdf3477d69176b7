import { formatIsoMoment, formatMoment } from '@/lib/format/date';
import { formatRelative } from '@/lib/format/relative';

type MomentProps = {
  /** Epoch milliseconds as the API writes them. */
  at: string | null | undefined;
  /** How it's written (UTC), for example as a date only. */
  format?: (at: string) => string;
  /** Replaces a missing or invalid moment: a dash, or a word like `Never`. */
  missing?: string;
  /** On one line, if there's room. */
  inline?: boolean;
};

/** A moment, absolute (UTC), with the relative one below or next to it. */
export function Moment({ at, format = formatMoment, missing = '—', inline = false }: MomentProps) {
  const iso = formatIsoMoment(at);
  if (at == null || iso === 'Invalid Date') return <span className="text-muted">{missing}</span>;
  const relative = formatRelative(at, Date.now());
  return inline ? (
    <>
      <time dateTime={iso}>{format(at)}</time>
      <span className="text-muted">{relative}</span>
    </>
  ) : (
    <time className="block whitespace-nowrap" dateTime={iso}>
      {format(at)}
      <span className="block text-[13px] text-muted">{relative}</span>
    </time>
  );
}
