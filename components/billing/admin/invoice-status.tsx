import { StatusMark, type StatusTone } from '@/components/ui/status-mark';

/** An invoice's status in a word. */
const invoiceWords = { DRAFT: 'Draft', OPEN: 'Open', PAID: 'Paid', VOID: 'Void' } as const;

/** The filters for the list of invoices; open ones include the overdue. */
export const invoiceFilters = { ...invoiceWords, OVERDUE: 'Overdue' } as const;

export type InvoiceFilter = keyof typeof invoiceFilters;

/** The address of the account's invoices that match a filter. */
export const invoicesAddress = (filter: Lowercase<InvoiceFilter>) =>
  `/dashboard/admin/account?status=${filter}#invoices`;

type Status = keyof typeof invoiceWords;

/** The parts of an invoice that its status depends on; `due_date` is epoch milliseconds. */
interface Due {
  status: Status;
  due_date: string | null;
}

const tones: Record<Status, StatusTone> = { DRAFT: 'off', OPEN: 'soon', PAID: 'good', VOID: 'off' };

/** An invoice's status in a word; an open one past its due date is overdue. */
export function invoiceState({ status, due_date }: Due, now: number): { word: string; tone: StatusTone } {
  const overdue = status === 'OPEN' && due_date !== null && Number(due_date) < now;
  return overdue ? { word: 'Overdue', tone: 'bad' } : { word: invoiceWords[status], tone: tones[status] };
}

/** An invoice's status by now, in a word; red if it is overdue. */
export function InvoiceStatus({ invoice }: { invoice: Due }) {
  const { word, tone } = invoiceState(invoice, Date.now());
  return (
    // The dot needs its color, which paper omits.
    <span className="print:[&_[aria-hidden]]:hidden">
      <StatusMark tone={tone}>
        <span className={tone === 'bad' ? 'font-medium text-red' : undefined}>{word}</span>
      </StatusMark>
    </span>
  );
}
