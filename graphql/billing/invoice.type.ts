import { BillToType } from '@/graphql/billing/bill-to.type';
import { InvoiceLineType } from '@/graphql/billing/invoice-line.type';
import { builder } from '@/graphql/builder';
import { dollars } from '@/graphql/money';
import { limits } from '@/lib/config/limits';
import { storedBillTo, storedLines } from '@/lib/server/billing/stored-invoice';
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
    lines: t.field({
      type: [InvoiceLineType],
      extensions: { rows: limits.invoice.lines },
      description: 'What it charges for; the amounts add up to `total_amount`.',
      resolve: storedLines,
    }),
    bill_to: t.field({
      type: BillToType,
      nullable: true,
      description: 'The billing details it was issued with, whatever they are now; null for a draft.',
      resolve: storedBillTo,
    }),
  }),
});
