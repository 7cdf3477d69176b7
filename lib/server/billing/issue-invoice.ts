import { type Actor, recordAudit } from '@/lib/server/audit/record-audit';
import { billingFields } from '@/lib/server/billing/billing-profile';
import { nextInvoiceNumber } from '@/lib/server/billing/invoice-number';
import { priceMonth } from '@/lib/server/billing/price-month';
import { conflict } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/server-context';
import { type Day, startOfDay } from '@/lib/server/usage/calendar';
import type { Invoice } from '@/prisma/generated/prisma/client';

const PAYMENT_DAYS = 14;

/**
 * Issues the invoice for one month, from its draft where there is one: the plan's fee and, past its limit, the
 * overage that the roll-up shows. It keeps the billing details of the day it was issued.
 * @param month first day of the period, e.g. `2026-10-01`
 * @throws AppError CONFLICT where the month's invoice has been issued already
 */
export async function issueInvoice(
  ctx: ServerContext,
  actor: Actor,
  accountId: string,
  month: Day,
): Promise<Invoice> {
  return ctx.db.write(async (tx) => {
    const period = { accountId, periodStart: startOfDay(month) };
    const draft = await tx.invoice.findUnique({ where: { accountId_periodStart: period } });
    if (draft && draft.status !== 'DRAFT') throw conflict(`Invoice ${draft.number} has been issued already.`);
    const { charge, billingProfile } = await priceMonth(tx, accountId, month);
    const now = ctx.now();
    const issued = {
      ...charge,
      status: 'OPEN' as const,
      issuedAt: now,
      dueAt: new Date(now.getTime() + PAYMENT_DAYS * 86_400_000),
      billTo: { ...billingFields(billingProfile) },
    };
    const invoice = draft
      ? await tx.invoice.update({ where: { id: draft.id }, data: issued })
      : await tx.invoice.create({
          data: {
            id: newId(ctx, 'invoice'),
            accountId,
            number: await nextInvoiceNumber(tx, month),
            ...issued,
            createdAt: now,
          },
        });
    await recordAudit(tx, ctx, {
      action: 'invoice.issue',
      actor,
      accountId,
      entityId: invoice.id,
      details: { number: invoice.number, total_micros: Number(invoice.totalMicros) },
    });
    return invoice;
  });
}
