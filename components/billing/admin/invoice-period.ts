import { formatDate } from '@/lib/format/date';

interface Period {
  period_start: string | null;
  /** The first instant after it. */
  period_end: string | null;
}

/** The days an invoice is about, both ends included: `Oct 1, 2026 – Oct 31, 2026`; a dash where they are not known. */
export function invoicePeriod({ period_start, period_end }: Period): string {
  const first = formatDate(period_start);
  const last = formatDate(period_end === null ? null : String(Number(period_end) - 1));
  return first === last ? first : `${first} – ${last}`;
}
