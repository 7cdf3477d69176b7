import { addMonths } from '@/lib/rules/day';
import { draftInvoice } from '@/lib/server/billing/draft-invoice';
import { issueInvoice } from '@/lib/server/billing/issue-invoice';
import { settleInvoice } from '@/lib/server/billing/settle-invoice';
import { reachAlerts } from '@/prisma/seed/reach-alerts';
import type { Timeline } from '@/prisma/seed/timeline';

interface BillingStory {
  accountId: string;
  /** How many months have been invoiced; the current month has a draft as well. */
  months: number;
  /** How the invoice of the month so many months ago ended; PAID if it says nothing. */
  endings: Record<number, 'OPEN' | 'VOID'>;
  /** What happened in the month so many months ago, before its invoice was issued. */
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
