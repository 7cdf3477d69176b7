import { z } from 'zod';
import {
  type BillingField,
  type BillingFields,
  billingColumns,
  billingFields,
} from '@/lib/server/billing/billing-profile';
import type { InvoiceLine } from '@/lib/server/billing/price-month';
import type { Invoice } from '@/prisma/generated/prisma/client';

const lines = z.array(
  z.object({
    description: z.string(),
    quantity: z.number(),
    unitMicros: z.number(),
    amountMicros: z.number(),
  }),
);

/** What an invoice charges for. Money in micro-dollars; the amounts add up to its total. */
export const storedLines = (invoice: Pick<Invoice, 'lines'>): InvoiceLine[] => lines.parse(invoice.lines);

const fieldNames = Object.keys(billingColumns) as BillingField[];
const billTo = z.partialRecord(z.enum(fieldNames), z.string().nullable()).nullable();

/** The billing details that an invoice was issued with; fields added later are null. Null for a draft. */
export function storedBillTo(invoice: Pick<Invoice, 'billTo'>): BillingFields | null {
  const issued = billTo.parse(invoice.billTo);
  return issued && { ...billingFields(null), ...issued };
}
