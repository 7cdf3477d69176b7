import { usageAlertPercents } from '@/lib/config/plans';
import { billMonth, daysOfMonth, plansByDay } from '@/lib/rules/bill-month';
import { addMonths, type Day, startOfDay } from '@/lib/rules/day';
import { planHistory } from '@/lib/server/billing/plans';
import { draftInvoice, issueInvoice, settleInvoice } from '@/lib/server/billing/write-invoices';
import { chosenAlerts, recordUsageAlert } from '@/lib/server/usage/raise-usage-alerts';
import { SeededRandom } from '@/prisma/seed/seeded-random';
import type { Timeline } from '@/prisma/seed/timeline';

interface BillingStory {
  accountId: string;
  /** How many months have been invoiced; the current month has a draft as well. */
  months: number;
  /** How the invoice of the month so many months ago ended; PAID if it says nothing. */
  endings: Record<number, 'OPEN' | 'VOID'>;
  /** The events of each month before its invoice was issued, by months ago. */
  events: Record<number, () => Promise<unknown>>;
}

/**
 * Lives through an account's months as the operator would: an invoice on the first of the next one, paid within
 * some days. Its usage must be metered already, and months end in order, since an invoice takes plan and billing
 * profile as they are.
 */
export async function billMonths(time: Timeline, story: BillingStory): Promise<void> {
  const { accountId, months, endings, events } = story;
  for (let age = months; age > 0; age -= 1) {
    await events[age]?.();
    await reachAlerts(time, accountId, addMonths(time.today, -age));
    const issuing = time.monthsAgo(age - 1, 1, '06:00');
    const { id, status } = await issueInvoice(issuing, null, accountId, addMonths(time.today, -age));
    const ending = endings[age] ?? 'PAID';
    if (ending === 'OPEN' || status === 'PAID') continue;
    const dayOfMonth = 3 + ((age * 5) % 9);
    await settleInvoice(time.monthsAgo(age - 1, dayOfMonth, '14:20'), null, id, ending);
  }
  await events[0]?.();
  await reachAlerts(time, accountId, addMonths(time.today, 0));
  await draftInvoice(time.monthsAgo(0, 1, '06:00'), accountId, addMonths(time.today, 0));
}

/**
 * Raises an account's alerts of a month at the executions that reach them, by the plans it had until then. Its usage
 * must be metered already, and each of the month's days with work must have a limit.
 */
async function reachAlerts(time: Timeline, accountId: string, month: Day): Promise<void> {
  const { db } = time.at(time.present);
  // Ids of their own: how many alerts there are changes with the weekdays, and other ids mustn't.
  const ids = new SeededRandom(`${accountId} alerts ${month}`);
  const account = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const plans = plansByDay(await planHistory(db.prisma, accountId), month);
  const { limit } = billMonth(
    plans,
    daysOfMonth(month).map(() => 0),
  );
  for (const percent of usageAlertPercents) {
    if (!limit || !chosenAlerts(account).includes(percent)) continue;
    const limited = Math.ceil((limit * percent) / 100);
    const reaching = await db.prisma.execution.findFirst({
      where: { accountId, finishedAt: { gte: startOfDay(month), lt: startOfDay(addMonths(month, 1)) } },
      orderBy: [{ finishedAt: 'asc' }, { id: 'asc' }],
      skip: limited - 1,
    });
    if (!reaching) return;
    const ctx = { ...time.at(reaching.finishedAt), randomBytes: (size: number) => ids.bytes(size) };
    await db.write((tx) => recordUsageAlert(tx, ctx, { accountId, month, percent, limit, limited }));
  }
}
