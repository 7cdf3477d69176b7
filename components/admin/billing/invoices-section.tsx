'use client';
import { useRef } from 'react';
import { AccountSection } from '@/components/admin/account/account-section';
import { Failure } from '@/components/ui/failure';
import { listLine } from '@/components/ui/list-line';
import { ListPager } from '@/components/ui/list-pager';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { InvoiceFilter, readStatus } from './invoice-filter';
import { invoicesQuery } from './invoices-query';
import { InvoicesTable } from './invoices-table';
import { NoInvoices } from './no-invoices';

/** The account's invoices, newest first, twelve at a time; which, stands in the address. */
export function InvoicesSection({ accountId }: { accountId: string }) {
  const address = useAddress();
  const status = readStatus(address.get('status'));
  const title = useRef<HTMLHeadingElement>(null);
  const list = useCursorList({
    query: invoicesQuery,
    variables: { accountId, status },
    rowsOf: (data) => data.listInvoices,
    typename: 'Invoice',
    pageSize: 12,
  });
  const { state } = list;
  const line = listLine(state, {
    loading: 'Loading invoices...',
    one: 'invoice',
    other: 'invoices',
    order: 'newest first',
  });
  return (
    <AccountSection title="Invoices" titleRef={title}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-h-6 text-[15px] text-muted" role="status">
          {line}
        </p>
        <InvoiceFilter onChange={(next) => address.set({ status: next })} status={status} />
      </div>
      {state.status === 'loading' && <TableSkeleton />}
      {state.status === 'failed' && (
        <Failure
          message="Invoices could not be loaded."
          onRetry={() => {
            // The button is about to go.
            title.current?.focus();
            list.reload();
          }}
        />
      )}
      {state.status === 'ready' && state.rows.length === 0 && <NoInvoices status={status} />}
      {state.status === 'ready' && state.rows.length > 0 && (
        <>
          <InvoicesTable busy={state.turning} invoices={state.rows} />
          <ListPager list={list} state={state} what="invoices" />
        </>
      )}
    </AccountSection>
  );
}
