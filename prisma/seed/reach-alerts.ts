import { usageAlertPercents } from '@/lib/config/plans';
import { billMonth, daysOfMonth, plansByDay } from '@/lib/rules/bill-month';
import { addMonths, type Day, startOfDay } from '@/lib/rules/day';
import { planHistory } from '@/lib/server/billing/plan-history';
import { chosenAlerts, recordUsageAlert } from '@/lib/server/usage/raise-usage-alerts';
import { SeededRandom } from '@/prisma/seed/seeded-random';
import type { Timeline } from '@/prisma/seed/timeline';

/**
 * Raises an account's alerts of a month at the executions that reach them, by the plans it had until then. Its usage
 * must be metered already, and each of the month's days with work must have a limit.
 */
export async function reachAlerts(time: Timeline, accountId: string, month: Day): Promise<void> {
  const { db } = time.at(time.present);
  // Ids of their own: how many alerts there are changes with the weekdays, and other ids must not.
  const ids = new SeededRandom(`${accountId} alerts ${month}`);
  const account = await db.read.account.findUniqueOrThrow({ where: { id: accountId } });
  const plans = plansByDay(await planHistory(db.read, accountId), month);
  const { limit } = billMonth(
    plans,
    daysOfMonth(month).map(() => 0),
  );
  for (const percent of usageAlertPercents) {
    if (!limit || !chosenAlerts(account).includes(percent)) continue;
    const limited = Math.ceil((limit * percent) / 100);
    const reaching = await db.read.execution.findFirst({
      where: { accountId, finishedAt: { gte: startOfDay(month), lt: startOfDay(addMonths(month, 1)) } },
      orderBy: [{ finishedAt: 'asc' }, { id: 'asc' }],
      skip: limited - 1,
    });
    if (!reaching) return;
    const ctx = { ...time.at(reaching.finishedAt), randomBytes: (size: number) => ids.bytes(size) };
    await db.write((tx) => recordUsageAlert(tx, ctx, { accountId, month, percent, limit, limited }));
  }
}
