import { StatusMark } from '@/components/ui/status-mark';
import { invoiceState } from './invoice-state';
import type { InvoiceRow } from './invoices-query';

/** An invoice's status by now, in a word; red where it is overdue. */
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
