'use client';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CombinedError } from 'urql';
import { useListPlace } from '@/components/ui/use-list-place';
import { hasErrorCode } from '@/lib/graphql-client/client-errors';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { type LoadedQuery, useLoadedQuery } from '@/lib/graphql-client/use-loaded';
import { billingDetailsFragment } from './billing-details';
import type { InvoiceFilter } from './invoice-status';

/** An account's invoices, newest period first. */
const invoicesQuery = graphql(`
  query AdminInvoices($accountId: ID!, $status: InvoiceStatus, $overdue: Boolean, $limit: Int, $after: ID, $before: ID) {
    listInvoices(
      accountId: $accountId
      status: $status
      overdue: $overdue
      limit: $limit
      after: $after
      before: $before
    ) {
      id
      invoice_number
      status
      total_amount
      currency
      issued_at
      due_date
    }
  }
`);

export type InvoiceRow = ResultOf<typeof invoicesQuery>['listInvoices'][number];

interface InvoicesShown {
  accountId: string;
  filter: InvoiceFilter | null;
  /**
   * The part of a draft's amount that doesn't depend on usage; null while it loads. If it changes, the list is read
   * again.
   */
  pricing: string | null;
}

/** An account's invoices that match a filter, or all, twelve at a time. */
export function useInvoices({ accountId, filter, pricing }: InvoicesShown): CursorList<InvoiceRow> {
  const overdue = filter === 'OVERDUE';
  const list = useCursorList({
    query: invoicesQuery,
    variables: { accountId, status: overdue ? null : filter, overdue: overdue || null },
    ...useListPlace(),
    rowsOf: (data) => data.listInvoices,
    typename: 'Invoice',
    pageSize: 12,
  });

  const priced = useRef(pricing);
  const reload = useEffectEvent(list.reload);
  useEffect(() => {
    if (pricing === null) return;
    if (priced.current !== null && priced.current !== pricing) reload();
    priced.current = pricing;
  }, [pricing]);
  return list;
}

/** All of one invoice. */
const invoiceQuery = graphql(
  `
    query AdminInvoice($id: ID!) {
      getInvoice(id: $id) {
        id
        invoice_number
        status
        total_amount
        currency
        period_start
        period_end
        issued_at
        due_date
        lines {
          description
          quantity
          unit_amount
          amount
        }
        bill_to {
          ...BillingDetails
        }
      }
    }
  `,
  [billingDetailsFragment],
);

export type InvoiceRecord = ResultOf<typeof invoiceQuery>['getInvoice'];

type InvoiceState =
  | Exclude<LoadedQuery<unknown>, { status: 'ready' }>
  | { status: 'missing' }
  | { status: 'ready'; invoice: InvoiceRecord };

/** One invoice by its id; another account's invoice is missing, like an unknown one. */
export function useInvoice(id: string): InvoiceState {
  const state = useLoadedQuery({
    query: invoiceQuery,
    variables: { id },
    failure: "The invoice couldn't be loaded.",
    isExpected: isMissing,
  });
  if (state.status === 'ready') return { status: 'ready', invoice: state.data.getInvoice };
  return state.status === 'failed' && state.error && isMissing(state.error) ? { status: 'missing' } : state;
}

const isMissing = (error: CombinedError) => hasErrorCode(error, 'NOT_FOUND');
