'use client';
import { useRef } from 'react';
import { AccountSection } from '@/components/account/admin/account-section';
import { chosen } from '@/components/ui/chosen';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/ui/filter-select';
import { Link } from '@/components/ui/link';
import {
  StackedBody,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedRowHeader,
  StackedTable,
} from '@/components/ui/stacked-table';
import { ColumnHeader } from '@/components/ui/table';
import { useAddress } from '@/components/ui/use-address';
import { formatDate } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { type InvoiceFilter, invoiceFilters } from './invoice-filter';
import { InvoiceStatus } from './invoice-status';
import { type InvoiceRow, useInvoices } from './use-invoices';

const words = { loading: 'Loading invoices...', one: 'invoice', other: 'invoices', order: 'newest first' };

interface InvoicesSectionProps {
  accountId: string;
  /** See useInvoices. */
  pricing: string | null;
}

/** The account's invoices, newest first; the page's address says which. */
export function InvoicesSection({ accountId, pricing }: InvoicesSectionProps) {
  const address = useAddress();
  const filter = chosen(invoiceFilters, address.get('status'));
  const title = useRef<HTMLHeadingElement>(null);
  const list = useInvoices({ accountId, filter, pricing });
  return (
    <AccountSection id="invoices" title="Invoices" titleRef={title}>
      <CursorListView
        action={
          <FilterSelect
            all="All invoices"
            bare
            className="w-[150px] print:hidden"
            label="Status of invoices"
            name="status"
            onChange={(choice) => address.set({ status: choice.toLowerCase() })}
            options={invoiceFilters}
            value={filter ?? ''}
          />
        }
        empty={<NoInvoices filter={filter} />}
        failure="Invoices couldn't be loaded."
        list={list}
        onFocusLost={() => title.current?.focus()}
        what="invoices"
        words={words}
      >
        {(invoices, busy) => <InvoicesTable busy={busy} invoices={invoices} />}
      </CursorListView>
    </AccountSection>
  );
}

interface InvoicesTableProps {
  invoices: InvoiceRow[];
  /** Other invoices are on their way. */
  busy: boolean;
}

/**
 * Invoices in rows; each number leads to its invoice. Missing or invalid dates are a dash (docs/product.md, "Admin
 * account page").
 */
function InvoicesTable({ invoices, busy }: InvoicesTableProps) {
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

function NoInvoices({ filter }: { filter: InvoiceFilter | null }) {
  return (
    <EmptyState>
      <EmptyStateTitle>No invoices found.</EmptyStateTitle>
      <EmptyStateText>
        {filter
          ? `None has the status ${invoiceFilters[filter]}. Choose “All invoices” to see the others.`
          : 'Each month is invoiced once it is over: the price of your plan, and what ran beyond its limit.'}
      </EmptyStateText>
    </EmptyState>
  );
}
