'use client';
import { useCallback, useRef } from 'react';
import { AccountSection } from '@/components/account/sections';
import type { DataColumn } from '@/components/ui/column-layout';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { DataTable, RowLink } from '@/components/ui/data-table';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { FilterBar, FilterSelect, isFilterable } from '@/components/ui/filter-bar';
import { chosen, useAddress } from '@/components/ui/use-address';
import { WholeWords } from '@/components/ui/whole-words';
import { formatDate } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { type InvoiceFilter, InvoiceStatus, invoiceFilters } from './invoice-status';
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
  const focusTitle = useCallback(() => title.current?.focus(), []);
  const list = useInvoices({ accountId, filter, pricing });
  return (
    <AccountSection id="invoices" title="Invoices" titleRef={title}>
      <CursorListView
        action={
          isFilterable(list.state, filter !== null) && (
            <FilterBar onFocusLost={focusTitle}>
              <FilterSelect
                all="All invoices"
                bare
                className="w-[150px]"
                label="Status of invoices"
                name="status"
                onChange={(choice) => address.set({ status: choice.toLowerCase() })}
                options={invoiceFilters}
                value={filter ?? ''}
              />
            </FilterBar>
          )
        }
        empty={<NoInvoices filter={filter} />}
        failure="Invoices couldn't be loaded."
        list={list}
        onFocusLost={focusTitle}
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
 * Invoices in rows; each leads to its invoice. Missing or invalid dates are a dash (docs/product.md, "Admin account
 * page").
 */
export function InvoicesTable({ invoices, busy }: InvoicesTableProps) {
  return (
    <DataTable
      busy={busy}
      columns={invoiceColumns}
      keyOf={({ id }) => id}
      label="List of invoices"
      rows={invoices}
    />
  );
}

const invoiceColumns: DataColumn<InvoiceRow>[] = [
  {
    head: 'Invoice #',
    minWidth: 160,
    priority: 9,
    cell: ({ id, invoice_number }) => (
      <RowLink className="font-medium font-mono text-[14px]" href={`/dashboard/admin/account/invoices/${id}`}>
        <WholeWords text={invoice_number} />
      </RowLink>
    ),
  },
  {
    head: 'Amount',
    minWidth: 132,
    priority: 5,
    kind: 'number',
    cell: ({ total_amount, currency }) => formatMoney(total_amount, currency),
  },
  {
    head: 'Status',
    minWidth: 130,
    priority: 4,
    cell: (invoice) => <InvoiceStatus invoice={invoice} />,
  },
  { head: 'Issued', minWidth: 112, priority: 1, cell: ({ issued_at }) => formatDate(issued_at) },
  { head: 'Due', minWidth: 112, priority: 2, cell: ({ due_date }) => formatDate(due_date) },
];

function NoInvoices({ filter }: { filter: InvoiceFilter | null }) {
  return (
    <EmptyState>
      <EmptyStateTitle>No invoices found.</EmptyStateTitle>
      <EmptyStateText>
        {filter
          ? `None has the status ${invoiceFilters[filter]}. Choose “All invoices” to see the others.`
          : 'Each month is invoiced once it is over: the price of your plan, and the executions over its limit.'}
      </EmptyStateText>
    </EmptyState>
  );
}
