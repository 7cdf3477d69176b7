import { builder } from '@/graphql/builder';
import { dollars } from '@/graphql/money';
import type { Invoice } from '@/prisma/generated/prisma/client';

export const InvoiceStatusType = builder.enumType('InvoiceStatus', {
  values: ['DRAFT', 'OPEN', 'PAID', 'VOID'] as const,
});

export const InvoiceType = builder.objectRef<Invoice>('Invoice').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    invoice_number: t.exposeString('number'),
    status: t.expose('status', { type: InvoiceStatusType }),
    total_amount: t.float({
      description: "In the currency's major unit, e.g. 99.5.",
      resolve: (invoice) => dollars(invoice.totalMicros),
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code.' }),
    period_start: t.expose('periodStart', { type: 'EpochMillis', nullable: true }),
    period_end: t.expose('periodEnd', {
      type: 'EpochMillis',
      nullable: true,
      description: 'The first instant after the period.',
    }),
    issued_at: t.expose('issuedAt', { type: 'EpochMillis', nullable: true }),
    due_date: t.expose('dueAt', { type: 'EpochMillis', nullable: true }),
  }),
});
