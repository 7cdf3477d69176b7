import { limits } from '@/lib/config/limits';
import { plansByDay } from '@/lib/rules/bill-month';
import { addMonths, type Day, startOfDay } from '@/lib/rules/day';
import { type Actor, recordAudit } from '@/lib/server/audit/record-audit';
import type { Queries } from '@/lib/server/database/database';
import { conflict } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Invoice } from '@/prisma/generated/prisma/client';
import { billingFields } from './billing-profile';
import { planHistory } from './plans';
import { priceMonth } from './price-month';

/**
 * Creates or updates the draft of a month's invoice. Drafts aren't sent, so the audit trail begins when the invoice
 * is issued.
 * @param month first day of the period, e.g. `2026-10-01`
 * @throws AppError CONFLICT if the month's invoice has been issued
 */
export async function draftInvoice(ctx: ServerContext, accountId: string, month: Day): Promise<Invoice> {
  return ctx.db.write((tx) => writeDraft(tx, ctx, accountId, month));
}

/**
 * Creates the draft of a month's invoice from the usage so far, or updates the existing one.
 * @throws AppError CONFLICT if the month's invoice has been issued, or the account was canceled before it began
 */
async function writeDraft(tx: Queries, ctx: ServerContext, accountId: string, month: Day): Promise<Invoice> {
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

/**
 * Ensures that an account had a plan in a month. A canceled account is charged up to the day it was canceled, and again
 * from the day it chooses a plan.
 * @param month first day of the period, e.g. `2026-10-01`
 * @throws AppError CONFLICT
 */
async function assertSubscribed(tx: Queries, accountId: string, month: Day): Promise<void> {
  if (plansByDay(await planHistory(tx, accountId), month).some(Boolean)) return;
  throw conflict('The subscription was canceled before this month began.');
}

/** `SY-202610-000007`: the month, and a number that counts up within the month across all accounts. */
async function nextInvoiceNumber(tx: Queries, month: Day): Promise<string> {
  const prefix = `SY-${month.slice(0, 7).replace('-', '')}-`;
  const last = await tx.invoice.findFirst({
    where: { number: { startsWith: prefix } },
    orderBy: { number: 'desc' },
    select: { number: true },
  });
  const count = last ? Number(last.number.slice(prefix.length)) : 0;
  return prefix + String(count + 1).padStart(6, '0');
}

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

/**
 * Marks an open invoice as paid or void.
 * @throws AppError CONFLICT unless the invoice is OPEN
 */
export async function settleInvoice(
  ctx: ServerContext,
  actor: Actor,
  id: string,
  status: 'PAID' | 'VOID',
): Promise<Invoice> {
  return ctx.db.write(async (tx) => {
    const invoice = await tx.invoice.findUniqueOrThrow({ where: { id } });
    if (invoice.status !== 'OPEN') throw conflict(`Invoice ${invoice.number} isn't open.`);
    await recordAudit(tx, ctx, {
      action: 'invoice.settle',
      actor,
      accountId: invoice.accountId,
      entityId: id,
      changes: { status: { from: 'OPEN', to: status } },
      details: { number: invoice.number },
    });
    return tx.invoice.update({ where: { id }, data: { status } });
  });
}
