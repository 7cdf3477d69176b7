import Link from 'next/link';
import {
  StackedBody,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedRowHeader,
  StackedTable,
} from '@/components/ui/stacked-table';
import { ColumnHeader } from '@/components/ui/table';
import { formatDate } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { InvoiceStatus } from './invoice-status';
import type { InvoiceRow } from './invoices-query';

interface InvoicesTableProps {
  invoices: InvoiceRow[];
  /** Other invoices are on their way. */
  busy: boolean;
}

/** Invoices in rows; each number leads to its invoice. Missing or invalid dates are a dash (SPEC.md, section 2). */
export function InvoicesTable({ invoices, busy }: InvoicesTableProps) {
  return (
    <StackedTable busy={busy} label="List of invoices">
      <StackedHead>
        <ColumnHeader>Invoice #</ColumnHeader>
        <ColumnHeader numeric>Amount</ColumnHeader>
        <ColumnHeader className="pl-10!">Status</ColumnHeader>
        <ColumnHeader>Issued</ColumnHeader>
        <ColumnHeader>Due</ColumnHeader>
      </StackedHead>
      <StackedBody>
        {invoices.map((invoice) => (
          <InvoiceLine invoice={invoice} key={invoice.id} />
        ))}
      </StackedBody>
    </StackedTable>
  );
}

function InvoiceLine({ invoice }: { invoice: InvoiceRow }) {
  return (
    <StackedRow>
      <StackedRowHeader>
        <Link
          className="font-medium font-mono text-[14px] underline decoration-rule underline-offset-4 hover:decoration-current"
          href={`/dashboard/admin/account/invoices/${invoice.id}`}
          prefetch={false}
        >
          {invoice.invoice_number}
        </Link>
      </StackedRowHeader>
      <StackedCell column="Amount" numeric>
        {formatMoney(invoice.total_amount, invoice.currency)}
      </StackedCell>
      <StackedCell className="@min-[900px]:pl-10!" column="Status">
        <InvoiceStatus invoice={invoice} />
      </StackedCell>
      <StackedCell className="whitespace-nowrap" column="Issued">
        {formatDate(invoice.issued_at)}
      </StackedCell>
      <StackedCell className="whitespace-nowrap" column="Due">
        {formatDate(invoice.due_date)}
      </StackedCell>
    </StackedRow>
  );
}
