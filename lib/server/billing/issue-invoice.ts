import { type Actor, recordAudit } from '@/lib/server/audit/record-audit';
import { billingFields } from '@/lib/server/billing/billing-profile';
import type { Queries } from '@/lib/server/database';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/server-context';
import { addDays, addMonths, type Day, startOfDay } from '@/lib/server/usage/calendar';
import { ofAccount, usageTotals } from '@/lib/server/usage/usage-totals';
import type { Invoice, Plan } from '@/prisma/generated/prisma/client';

/** One line of an invoice. Money in micro-dollars; quantity × unitMicros = amountMicros. */
export interface InvoiceLine {
  description: string;
  quantity: number;
  unitMicros: number;
  amountMicros: number;
}

const PAYMENT_DAYS = 14;

/**
 * Issues the invoice for one month: the plan's fee and, past its limit, the overage that the roll-up shows.
 * It keeps the billing details of the day it was issued.
 * @param month first day of the period, e.g. `2026-10-01`
 */
export async function issueInvoice(
  ctx: ServerContext,
  actor: Actor,
  accountId: string,
  month: Day,
): Promise<Invoice> {
  return ctx.db.write(async (tx) => {
    const { plan, billingProfile } = await tx.account.findUniqueOrThrow({
      where: { id: accountId },
      include: { plan: true, billingProfile: true },
    });
    const nextMonth = addMonths(month, 1);
    const { executions } = await usageTotals(tx, ofAccount(accountId), {
      from: month,
      to: addDays(nextMonth, -1),
    });
    const lines = invoiceLines(plan, executions);
    const now = ctx.now();
    const invoice = await tx.invoice.create({
      data: {
        id: newId(ctx, 'invoice'),
        accountId,
        number: await nextNumber(tx, month),
        status: 'OPEN',
        totalMicros: lines.reduce((sum, line) => sum + line.amountMicros, 0),
        currency: 'USD',
        periodStart: startOfDay(month),
        periodEnd: startOfDay(nextMonth),
        issuedAt: now,
        dueAt: new Date(now.getTime() + PAYMENT_DAYS * 86_400_000),
        lines: lines.map((line) => ({ ...line })),
        billTo: { ...billingFields(billingProfile) },
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

/** What a month costs under a plan; an execution over the limit is charged where the plan has a price for it. */
export function invoiceLines(
  plan: Pick<Plan, 'name' | 'monthlyPriceMicros' | 'includedExecutions' | 'overagePriceMicros'>,
  executions: number,
): InvoiceLine[] {
  const fee = Number(plan.monthlyPriceMicros);
  const lines = [{ description: `${plan.name} plan`, quantity: 1, unitMicros: fee, amountMicros: fee }];
  const over = plan.includedExecutions === null ? 0 : executions - plan.includedExecutions;
  if (over > 0 && plan.overagePriceMicros !== null) {
    const unitMicros = Number(plan.overagePriceMicros);
    lines.push({
      description: 'Executions over the limit',
      quantity: over,
      unitMicros,
      amountMicros: over * unitMicros,
    });
  }
  return lines;
}

/** `SY-202610-0007`: the month and a number that counts up within it, over all accounts. */
async function nextNumber(tx: Queries, month: Day): Promise<string> {
  const prefix = `SY-${month.slice(0, 7).replace('-', '')}-`;
  const last = await tx.invoice.findFirst({
    where: { number: { startsWith: prefix } },
    orderBy: { number: 'desc' },
    select: { number: true },
  });
  const count = last ? Number(last.number.slice(prefix.length)) : 0;
  return prefix + String(count + 1).padStart(4, '0');
}
