import { billMonth, daysOfMonth, type MonthBill, plansByDay } from '@/lib/rules/bill-month';
import { addDays, addMonths, type Day, monthOf, startOfDay } from '@/lib/rules/day';
import { type Queries, sqlIn } from '@/lib/server/database/database';
import { ofAccount, usageByDay } from '@/lib/server/usage/usage-totals';
import type { Plan } from '@/prisma/generated/prisma/client';
import { planHistory } from './plans';

/** One line of an invoice. Money in micro-dollars; the amount is quantity × unitMicros, rounded to the cent. */
export interface InvoiceLine {
  description: string;
  quantity: number;
  unitMicros: number;
  amountMicros: number;
}

/**
 * The cost of an account's month: the fee of each plan by its days, and the overage by the daily usage. In the current
 * month the usage is that so far, and the present plan lasts to its end.
 * @param month first day of the period, e.g. `2026-10-01`
 * @returns the invoice columns for the amounts; money in micro-dollars
 * @throws RangeError if `month` isn't the first day of a month
 */
export async function priceMonth(tx: Queries, accountId: string, month: Day) {
  if (month !== monthOf(month)) throw new RangeError(`${month} isn't the first day of a month.`);
  const nextMonth = addMonths(month, 1);
  const range = { from: month, to: addDays(nextMonth, -1) };
  const usage = await usageByDay(sqlIn(tx), ofAccount(accountId), range);
  const executions = daysOfMonth(month).map((day) => usage.get(day)?.executions ?? 0);
  const lines = invoiceLines(billMonth(plansByDay(await planHistory(tx, accountId), month), executions));
  return {
    totalMicros: lines.reduce((sum, line) => sum + line.amountMicros, 0),
    currency: 'USD',
    periodStart: startOfDay(month),
    periodEnd: startOfDay(nextMonth),
    lines: lines.map((line) => ({ ...line })),
  };
}

/** A month's bill, line by line: fees first, then executions over the limit by the plan of their day, if it charges. */
export function invoiceLines({ shares, daysOfMonth }: MonthBill<Plan>): InvoiceLine[] {
  const fees = shares
    .filter(({ days }) => days > 0)
    .map(({ plan, days, feeMicros }) => ({
      description:
        days === daysOfMonth ? `${plan.name} plan` : `${plan.name} plan, ${days} of ${daysOfMonth} days`,
      quantity: 1,
      unitMicros: feeMicros,
      amountMicros: feeMicros,
    }));
  const overage = shares
    .filter(({ over, plan }) => over > 0 && plan.overagePriceMicros !== null)
    .map(({ plan, over, unitMicros, overageMicros }) => ({
      description:
        shares.length === 1 ? 'Executions over the limit' : `Executions over the limit, on ${plan.name}`,
      quantity: over,
      unitMicros,
      amountMicros: overageMicros,
    }));
  return [...fees, ...overage];
}
