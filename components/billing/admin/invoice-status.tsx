import { StatusMark, type StatusTone } from '@/components/ui/status-mark';
import { invoiceWords } from './invoice-filter';
import type { InvoiceRow } from './use-invoices';

type Status = InvoiceRow['status'];

const tones: Record<Status, StatusTone> = { DRAFT: 'off', OPEN: 'soon', PAID: 'good', VOID: 'off' };

/** An invoice's status in a word; an open one past its due date is overdue. */
export function invoiceState(
  { status, due_date }: Pick<InvoiceRow, 'status' | 'due_date'>,
  now: number,
): { word: string; tone: StatusTone } {
  const overdue = status === 'OPEN' && due_date !== null && Number(due_date) < now;
  return overdue ? { word: 'Overdue', tone: 'bad' } : { word: invoiceWords[status], tone: tones[status] };
}

/** An invoice's status by now, in a word; red if it is overdue. */
export function InvoiceStatus({ invoice }: { invoice: Pick<InvoiceRow, 'status' | 'due_date'> }) {
  const { word, tone } = invoiceState(invoice, Date.now());
  return (
    // Paper leaves out the dot's colour, and so the dot.
    <span className="print:[&_[aria-hidden]]:hidden">
      <StatusMark tone={tone}>
        <span className={tone === 'bad' ? 'font-medium text-red' : undefined}>{word}</span>
      </StatusMark>
    </span>
  );
}
