import { addDays, addMonths, type Day, monthOf, startOfDay } from '@/lib/rules/day';
import { priceExecutions } from '@/lib/rules/price-executions';
import { type Queries, rowsIn } from '@/lib/server/database/database';
import { ofAccount, usageTotals } from '@/lib/server/usage/usage-totals';
import type { Plan } from '@/prisma/generated/prisma/client';

/** One line of an invoice. Money in micro-dollars; quantity × unitMicros = amountMicros. */
export interface InvoiceLine {
  description: string;
  quantity: number;
  unitMicros: number;
  amountMicros: number;
}

/**
 * What an account's month costs so far: the plan's fee and the overage by the daily usage.
 * @param month first day of the period, e.g. `2026-10-01`
 * @returns the invoice columns for the amounts; money in micro-dollars
 * @throws RangeError if `month` isn't the first day of a month
 */
export async function priceMonth(tx: Queries, accountId: string, month: Day) {
  if (month !== monthOf(month)) throw new RangeError(`${month} isn't the first day of a month.`);
  const { plan } = await tx.account.findUniqueOrThrow({ where: { id: accountId }, include: { plan: true } });
  const nextMonth = addMonths(month, 1);
  const { executions } = await usageTotals(rowsIn(tx), ofAccount(accountId), {
    from: month,
    to: addDays(nextMonth, -1),
  });
  const lines = invoiceLines(plan, executions);
  return {
    totalMicros: lines.reduce((sum, line) => sum + line.amountMicros, 0),
    currency: 'USD',
    periodStart: startOfDay(month),
    periodEnd: startOfDay(nextMonth),
    lines: lines.map((line) => ({ ...line })),
  };
}

/** What a month costs under a plan, line by line; executions over the limit are charged if the plan prices them. */
export function invoiceLines(
  plan: Pick<Plan, 'name' | 'monthlyPriceMicros' | 'includedExecutions' | 'overagePriceMicros'>,
  executions: number,
): InvoiceLine[] {
  const { feeMicros, over, unitMicros, overageMicros } = priceExecutions(plan, executions);
  const fee = {
    description: `${plan.name} plan`,
    quantity: 1,
    unitMicros: feeMicros,
    amountMicros: feeMicros,
  };
  if (over === 0 || plan.overagePriceMicros === null) return [fee];
  const overage = {
    description: 'Executions over the limit',
    quantity: over,
    unitMicros,
    amountMicros: overageMicros,
  };
  return [fee, overage];
}
