import { builder } from '@/graphql/builder';
import { dollars } from '@/graphql/money';
import type { AmountOwed } from '@/lib/server/billing/amounts-owed';

export const AmountOwedType = builder.objectRef<AmountOwed>('AmountOwed').implement({
  description: 'What an account owes in one currency: the sum of its open invoices.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217 code.' }),
    amount: t.float({
      description: "In the currency's major unit, e.g. 99.5.",
      resolve: ({ micros }) => dollars(micros),
    }),
    invoices: t.expose('invoices', { type: 'Count', description: 'How many invoices are open.' }),
    overdueAmount: t.float({
      description: 'The part of it that is past its due date.',
      resolve: ({ overdueMicros }) => dollars(overdueMicros),
    }),
    overdueInvoices: t.expose('overdueInvoices', { type: 'Count' }),
    firstDueDate: t.expose('firstDueAt', {
      type: 'EpochMillis',
      nullable: true,
      description: 'When the first of them is due, or was.',
    }),
  }),
});
