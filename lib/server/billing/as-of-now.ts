import { dayOf } from '@/lib/rules/day';
import { priceMonth } from '@/lib/server/billing/price-month';
import type { Queries } from '@/lib/server/database/database';
import type { Invoice } from '@/prisma/generated/prisma/client';

/** An invoice as it stands by now: until it is issued, its month is priced by the present plan and the work so far. */
export async function asOfNow(queries: Queries, invoice: Invoice): Promise<Invoice> {
  if (invoice.status !== 'DRAFT') return invoice;
  const { totalMicros, ...charge } = await priceMonth(queries, invoice.accountId, dayOf(invoice.periodStart));
  return { ...invoice, ...charge, totalMicros: BigInt(totalMicros) };
}
