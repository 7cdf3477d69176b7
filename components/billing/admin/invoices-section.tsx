'use client';
import { useRef } from 'react';
import { AccountSection } from '@/components/account/admin/account-section';
import { chosen } from '@/components/ui/chosen';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { FilterSelect } from '@/components/ui/filter-select';
import { useAddress } from '@/components/ui/use-address';
import { useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { invoiceWords } from './invoice-state';
import { invoicesQuery } from './invoices-query';
import { InvoicesTable } from './invoices-table';
import { NoInvoices } from './no-invoices';

const words = { loading: 'Loading invoices...', one: 'invoice', other: 'invoices', order: 'newest first' };

/** The account's invoices, newest first, twelve at a time; which, stands in the address. */
export function InvoicesSection({ accountId }: { accountId: string }) {
  const address = useAddress();
  const status = chosen(invoiceWords, address.get('status'));
  const title = useRef<HTMLHeadingElement>(null);
  const list = useCursorList({
    query: invoicesQuery,
    variables: { accountId, status },
    rowsOf: (data) => data.listInvoices,
    typename: 'Invoice',
    pageSize: 12,
  });
  return (
    <AccountSection title="Invoices" titleRef={title}>
      <CursorListView
        action={
          <FilterSelect
            all="All invoices"
            bare
            className="w-[150px] print:hidden"
            label="Status of invoices"
            name="status"
            onChange={(choice) => address.set({ status: choice.toLowerCase() })}
            options={invoiceWords}
            value={status ?? ''}
          />
        }
        empty={<NoInvoices status={status} />}
        failure="Invoices could not be loaded."
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
