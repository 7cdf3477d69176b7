import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** An account's invoices, newest period first. */
export const invoicesQuery = graphql(`
  query AdminInvoices($accountId: ID!, $status: InvoiceStatus, $limit: Int, $after: ID) {
    listInvoices(accountId: $accountId, status: $status, limit: $limit, after: $after) {
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
