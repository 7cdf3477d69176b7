import { BillingDetailsType } from '@/graphql/billing/billing-details.type';
import { builder } from '@/graphql/builder';
import type { BillingFields } from '@/lib/server/billing/billing-profile';

export const BillToType = builder.objectRef<BillingFields>('BillTo').implement({
  description: 'The billing details that an invoice was issued with.',
  interfaces: [BillingDetailsType],
});
