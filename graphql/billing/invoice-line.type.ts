import { builder } from '@/graphql/builder';
import { dollars } from '@/graphql/money';
import type { InvoiceLine } from '@/lib/server/billing/price-month';

export const InvoiceLineType = builder.objectRef<InvoiceLine>('InvoiceLine').implement({
  description: "One charge of an invoice. Amounts are in the invoice's currency, its major unit.",
  fields: (t) => ({
    description: t.exposeString('description'),
    quantity: t.expose('quantity', { type: 'Count' }),
    unit_amount: t.float({ resolve: (line) => dollars(line.unitMicros) }),
    amount: t.float({
      description: '`quantity` times `unit_amount`, rounded to the cent.',
      resolve: (line) => dollars(line.amountMicros),
    }),
  }),
});
