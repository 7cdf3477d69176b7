import { limits } from '@/lib/config/limits';
import { addMonths, type Day, startOfDay } from '@/lib/rules/day';
import { type Actor, recordAudit } from '@/lib/server/audit/record-audit';
import { billingFields } from '@/lib/server/billing/billing-profile';
import { writeDraft } from '@/lib/server/billing/draft-invoice';
import { conflict } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Invoice } from '@/prisma/generated/prisma/client';

/**
 * Issues the invoice for a month that is over, from its draft if there is one. It lists the plan's fee and the overage
 * by the daily usage. An invoice of $0 counts as paid. The invoice keeps the billing details of the day it was issued.
 * @param month first day of the period, e.g. `2026-10-01`
 * @throws AppError CONFLICT if the month isn't over, or its invoice has been issued already
 */
export async function issueInvoice(
  ctx: ServerContext,
  actor: Actor,
  accountId: string,
  month: Day,
): Promise<Invoice> {
  return ctx.db.write(async (tx) => {
    const now = ctx.now();
    if (startOfDay(addMonths(month, 1)) > now) throw conflict('A month is invoiced once it is over.');
    const draft = await writeDraft(tx, ctx, accountId, month);
    const billingProfile = await tx.billingProfile.findUnique({ where: { accountId } });
    const invoice = await tx.invoice.update({
      where: { id: draft.id },
      data: {
        // Nothing is left to pay.
        status: draft.totalMicros === 0n ? 'PAID' : 'OPEN',
        issuedAt: now,
        dueAt: new Date(now.getTime() + limits.invoice.paymentTerm),
        billTo: { ...billingFields(billingProfile) },
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
