import { nextInvoiceNumber } from '@/lib/server/billing/invoice-number';
import { priceMonth } from '@/lib/server/billing/price-month';
import { conflict } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/server-context';
import { type Day, startOfDay } from '@/lib/server/usage/calendar';
import type { Invoice } from '@/prisma/generated/prisma/client';

/**
 * Writes the draft of a month's invoice as it stands by now, or brings the draft that is there up to date.
 * Nobody has been sent a draft, so the audit trail begins when it is issued.
 * @param month first day of the period, e.g. `2026-10-01`
 * @throws AppError CONFLICT where the month's invoice has been issued
 */
export async function draftInvoice(ctx: ServerContext, accountId: string, month: Day): Promise<Invoice> {
  return ctx.db.write(async (tx) => {
    const period = { accountId, periodStart: startOfDay(month) };
    const found = await tx.invoice.findUnique({ where: { accountId_periodStart: period } });
    if (found && found.status !== 'DRAFT') throw conflict(`Invoice ${found.number} has been issued.`);
    const { charge } = await priceMonth(tx, accountId, month);
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
  });
}
