import { builder } from '@/graphql/builder';
import type { BillingFields } from '@/lib/server/billing/billing-profile';
import { etagOf } from '@/lib/server/etag';

export const BillingProfileType = builder.objectRef<BillingFields>('BillingProfile').implement({
  fields: (t) => ({
    full_name: t.exposeString('full_name', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    company_name: t.exposeString('company_name', { nullable: true }),
    tax_id: t.exposeString('tax_id', { nullable: true }),
    tax_id_label: t.exposeString('tax_id_label', { nullable: true }),
    address_line1: t.exposeString('address_line1', { nullable: true }),
    address_line2: t.exposeString('address_line2', { nullable: true }),
    city: t.exposeString('city', { nullable: true }),
    state: t.exposeString('state', { nullable: true }),
    postal_code: t.exposeString('postal_code', { nullable: true }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'ISO 3166-1 alpha-2, e.g. DE; older profiles may hold any text.',
    }),
    phone_number: t.exposeString('phone_number', { nullable: true }),
    etag: t.string({
      description: 'Differs whenever a field of the record does.',
      resolve: (profile) => etagOf(profile),
    }),
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
