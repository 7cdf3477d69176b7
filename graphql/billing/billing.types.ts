import { builder } from '@/graphql/builder';
import { dollars } from '@/graphql/dollars';
import { limits } from '@/lib/config/limits';
import { storageBytesOf } from '@/lib/config/plans';
import type { BillingFields, BillingRecord } from '@/lib/server/billing/billing-profile';
import { type AmountOwed, storedBillTo, storedLines } from '@/lib/server/billing/invoices';
import type { InvoiceLine } from '@/lib/server/billing/price-month';
import type { Invoice, Plan } from '@/prisma/generated/prisma/client';

export const AccountPlanType = builder.objectRef<Plan>('AccountPlan').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    plan_name: t.exposeString('name'),
    monthly_price: t.float({
      description: 'US dollars a month.',
      resolve: (plan) => dollars(plan.monthlyPriceMicros),
    }),
    max_workflows: t.expose('includedExecutions', {
      type: 'Count',
      nullable: true,
      description: 'Executions per billing period; null means unlimited.',
    }),
    maxStoredBytes: t.field({
      type: 'Count',
      description: 'Bytes of jobs that an account keeps at most. A job that would exceed them is refused.',
      resolve: ({ id }) => storageBytesOf(id),
    }),
    overage_price: t.float({
      nullable: true,
      description: 'US dollars for one execution over the limit; null: refused over it, or there is none.',
      resolve: (plan) => (plan.overagePriceMicros === null ? null : dollars(plan.overagePriceMicros)),
    }),
  }),
});

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

const BillingDetailsType = builder.interfaceRef<BillingFields>('BillingDetails').implement({
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

const BillToType = builder.objectRef<BillingFields>('BillTo').implement({
  description: 'The billing details that an invoice was issued with.',
  interfaces: [BillingDetailsType],
});

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

const InvoiceLineType = builder.objectRef<InvoiceLine>('InvoiceLine').implement({
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
