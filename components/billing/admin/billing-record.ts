import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** Whom invoices are billed to, as it is on file or as an invoice holds it. */
export const billingDetailsFragment = graphql(`
  fragment BillingDetails on BillingDetails @_unmask {
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
  }
`);

/** A fragment on an interface types its `__typename` too, which is no detail. */
export type BillingDetails = Omit<ResultOf<typeof billingDetailsFragment>, '__typename'>;

/** What is on file. */
export const billingFragment = graphql(
  `
    fragment BillingRecord on BillingProfile @_unmask {
      ...BillingDetails
      etag
    }
  `,
  [billingDetailsFragment],
);

export type BillingRecord = ResultOf<typeof billingFragment>;
