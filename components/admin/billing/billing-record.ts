import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** Whom invoices are billed to, as it is on file or as an invoice holds it. */
export const billingFragment = graphql(`
  fragment BillingRecord on BillingProfile @_unmask {
    full_name
    email
    company_name
    tax_id
    tax_id_label
    address_line1
    address_line2
    city
    state
    postal_code
    country
    phone_number
    etag
  }
`);

export type BillingRecord = ResultOf<typeof billingFragment>;
export type BillingDetails = Omit<BillingRecord, 'etag'>;
