import type { ReactNode } from 'react';
import { formatDate } from '@/lib/format/date';
import { InvoiceLines } from './invoice-lines';
import { InvoiceParties } from './invoice-parties';
import { invoicePeriod } from './invoice-period';
import type { InvoiceRecord } from './invoice-query';
import { InvoiceStatus } from './invoice-status';

/** The invoice itself, on the screen and on paper. */
export function InvoiceSheet({ invoice }: { invoice: InvoiceRecord }) {
  return (
    <div className="rounded-panel border border-rule bg-white px-5 py-6 text-[15px] sm:px-9 sm:py-8 print:border-0 print:p-0">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 border-rule border-b pb-6 sm:grid-cols-[1fr_2fr_1fr_1fr] print:grid-cols-[1fr_2fr_1fr_1fr]">
        <Fact name="Status" wide>
          <InvoiceStatus invoice={invoice} />
        </Fact>
        <Fact name="Period" wide>
          {invoicePeriod(invoice)}
        </Fact>
        <Fact name="Issued">{formatDate(invoice.issued_at)}</Fact>
        <Fact name="Due">{formatDate(invoice.due_date)}</Fact>
      </dl>
      <InvoiceParties billTo={invoice.bill_to} />
      <InvoiceLines invoice={invoice} />
      <p className="mt-6 text-[13.5px] text-muted">{notes[invoice.status]}</p>
    </div>
  );
}

/** @param wide takes a row of its own where the page is narrow */
function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'max-sm:col-span-2 print:col-span-1' : ''}>
      <dt className="text-[13.5px] text-muted">{name}</dt>
      <dd className="flex font-medium">{children}</dd>
    </div>
  );
}

const days = 'Days are in UTC.';
const notes: Record<InvoiceRecord['status'], string> = {
  DRAFT: `A draft: the amount may change until the period is over and the invoice is issued. ${days}`,
  OPEN: days,
  PAID: `This invoice has been paid. ${days}`,
  VOID: `This invoice was withdrawn: nothing is owed. ${days}`,
};
