import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { billingDetailsFragment } from './billing-record';

/** All of one invoice. */
export const invoiceQuery = graphql(
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
