import { type Day, startOfDay } from '@/lib/rules/day';
import { assertSubscribed } from '@/lib/server/billing/assert-subscribed';
import { nextInvoiceNumber } from '@/lib/server/billing/next-invoice-number';
import { priceMonth } from '@/lib/server/billing/price-month';
import type { Queries } from '@/lib/server/database/database';
import { conflict } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Invoice } from '@/prisma/generated/prisma/client';

/**
 * Writes a month's invoice as a draft, as it stands by now, or brings the draft that is there up to date.
 * @throws AppError CONFLICT where the month's invoice has been issued, or the account was canceled before it began
 */
export async function writeDraft(
  tx: Queries,
  ctx: ServerContext,
  accountId: string,
  month: Day,
): Promise<Invoice> {
  const period = { accountId, periodStart: startOfDay(month) };
  const found = await tx.invoice.findUnique({ where: { accountId_periodStart: period } });
  if (found && found.status !== 'DRAFT') throw conflict(`Invoice ${found.number} has been issued already.`);
  await assertSubscribed(tx, accountId, month);
  const charge = await priceMonth(tx, accountId, month);
  if (found) return tx.invoice.update({ where: { id: found.id }, data: charge });
  return tx.invoice.create({
    data: {
      id: newId(ctx, 'invoice'),
      accountId,
      number: await nextInvoiceNumber(tx, month),
      status: 'DRAFT',
      ...charge,
      createdAt: ctx.now(),
    },
  });
}
