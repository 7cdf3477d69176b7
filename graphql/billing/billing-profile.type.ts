import { BillingDetailsType } from '@/graphql/billing/billing-details.type';
import { builder } from '@/graphql/builder';
import type { BillingRecord } from '@/lib/server/billing/billing-profile';

export const BillingProfileType = builder.objectRef<BillingRecord>('BillingProfile').implement({
  description: 'The billing details that are on file.',
  interfaces: [BillingDetailsType],
  fields: (t) => ({
    etag: t.exposeString('etag', { description: 'Differs whenever a field of the record does.' }),
  }),
});

export const BillingProfileInput = builder.inputType('BillingProfileInput', {
  description: 'A field left out stays as it is; null or an empty one is cleared.',
  fields: (t) => ({
    full_name: t.string(),
    email: t.string(),
    company_name: t.string(),
    tax_id: t.string(),
    tax_id_label: t.string(),
    address_line1: t.string(),
    address_line2: t.string(),
    city: t.string(),
    state: t.string(),
    postal_code: t.string(),
    country: t.string({ description: 'The ISO 3166-1 alpha-2 code or the English name, whatever the case.' }),
    phone_number: t.string(),
  }),
});
