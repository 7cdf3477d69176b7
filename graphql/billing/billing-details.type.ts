import { builder } from '@/graphql/builder';
import type { BillingFields } from '@/lib/server/billing/billing-profile';

export const BillingDetailsType = builder.interfaceRef<BillingFields>('BillingDetails').implement({
  description: 'Whom invoices are billed to.',
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
  }),
});
