import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sumDollars } from '@/lib/format/money';
import { ask } from '@/testing/screens/ask';
import { openAdmin } from '@/testing/screens/pages/admin-page';
import { accountUsage, acmeAdmin } from '@/testing/screens/pages/admin-usage-page';
import { daysAgo, savedCsv } from '@/testing/screens/pages/usage-page';

interface Plan {
  plan_name: string;
  monthly_price: number;
  max_workflows: number | null;
  overage_price: number | null;
}

interface Invoice {
  invoice_number: string;
  status: string;
  total_amount: number;
  period_start: string;
  lines: { description: string; quantity: number; unit_amount: number; amount: number }[];
}

interface Sums {
  accountOverview: { totalWorkflows: number; totalCost: number; planName: string };
  accountDashboardStats: {
    currentPeriodExecutions: number;
    projectedExecutions: number;
    projectedCost: number;
    cheapestPlan: { plan: Plan; cost: number };
  };
  listAccountPlans: Plan[];
  listInvoices: Invoice[];
  months: { date: string; requestCount: number }[];
  listUsers: { id: string }[];
}

/** All the demo accounts have ever used lies in so many days. */
const everything = 400;
const micros = (dollars: number) => Math.round(dollars * 1e6);
/** Invoices are in whole cents. */
const toCents = (micros: number) => Math.round(micros / 10_000) * 10_000;
const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** The cost of a month on a plan, calculated independently: the fee, and each execution over the limit at its price. */
function priceOf({ monthly_price, max_workflows, overage_price }: Plan, executions: number): number {
  const over = max_workflows === null ? 0 : Math.max(0, executions - max_workflows);
  return micros(monthly_price) + toCents(over * micros(overage_price ?? 0));
}

for (const email of [acmeAdmin, 'admin@globex.test'])
  test(`invoices, usage, users, files and dashboards of ${email} agree to the micro-dollar`, async () => {
    await openAdmin(`/usage?from=${daysAgo(everything - 1)}&to=${daysAgo(0)}`, email);
    const { accountId, days } = await accountUsage({ days: everything });
    const data = await ask<Sums>(
      `query Sums($id: ID!) {
        accountOverview { totalWorkflows totalCost planName }
        accountDashboardStats(accountId: $id) {
          currentPeriodExecutions projectedExecutions projectedCost
          cheapestPlan { plan { plan_name monthly_price max_workflows overage_price } cost }
        }
        listAccountPlans { plan_name monthly_price max_workflows overage_price }
        listInvoices(accountId: $id) {
          invoice_number status total_amount period_start lines { description quantity unit_amount amount }
        }
        months: usageByAccount(accountId: $id, timeframe: "monthly", days: ${everything}) { date requestCount }
        listUsers(accountId: $id) { id }
      }`,
      { id: accountId },
    );
    const executions = total(days.map((day) => day.requestCount));
    const cost = sumDollars(days.map((day) => day.totalCost));
    expect(executions).toBeGreaterThan(0);

    // The days are all that was ever run, by the overview as well.
    expect(data.accountOverview).toMatchObject({ totalWorkflows: executions, totalCost: cost });

    // The users' days are the account's days.
    const ofUsers = await Promise.all(
      data.listUsers.map(({ id }) =>
        ask<{ stats: { totalExecutions: number; totalTokens: number; estimatedCost: number } }>(
          `query OfUser($id: ID!) {
            stats: userDashboardStats(userId: $id, days: ${everything}) { totalExecutions totalTokens estimatedCost }
          }`,
          { id },
        ),
      ),
    );
    expect(total(ofUsers.map(({ stats }) => stats.totalExecutions))).toBe(executions);
    expect(total(ofUsers.map(({ stats }) => stats.totalTokens))).toBe(
      total(days.map((day) => day.totalTokens)),
    );
    expect(sumDollars(ofUsers.map(({ stats }) => stats.estimatedCost))).toBe(cost);

    // Each invoice is the sum of its lines, and charges the overage of its month's executions. A month on several
    // plans is checked with the demo data.
    expect(data.listInvoices.length).toBeGreaterThan(0);
    for (const invoice of data.listInvoices) {
      const of = invoice.invoice_number;
      for (const line of invoice.lines)
        expect(toCents(line.quantity * micros(line.unit_amount)), of).toBe(micros(line.amount));
      expect(sumDollars(invoice.lines.map((line) => line.amount)), of).toBe(invoice.total_amount);
      if (invoice.lines.some(({ description }) => description.endsWith(' days'))) continue;
      const plan = data.listAccountPlans.find(
        ({ plan_name }) => invoice.lines[0]?.description === `${plan_name} plan`,
      );
      const month = new Date(Number(invoice.period_start)).toISOString().slice(0, 10);
      const ran = data.months.find(({ date }) => date === month)?.requestCount ?? 0;
      if (!plan) throw new Error(`${of} is of no plan on offer.`);
      expect(micros(invoice.total_amount), of).toBe(priceOf(plan, ran));
    }

    // The current month is the last one, and its projection follows the current plan's price.
    const stats = data.accountDashboardStats;
    expect(stats.currentPeriodExecutions).toBe(data.months.at(-1)?.requestCount);
    const present = data.listAccountPlans.find(
      ({ plan_name }) => plan_name === data.accountOverview.planName,
    );
    expect(present && priceOf(present, stats.projectedExecutions)).toBe(micros(stats.projectedCost));
    expect(priceOf(stats.cheapestPlan.plan, stats.projectedExecutions)).toBe(micros(stats.cheapestPlan.cost));

    // The page's file holds the same days.
    const button = page.getByRole('button', { name: 'Download CSV' });
    const [head, ...rows] = (await savedCsv(button)).lines;
    expect(head).toEqual(['date', 'requests', 'tokens_used', 'cost_usd']);
    expect(rows).toHaveLength(everything);
    expect(total(rows.map((row) => Number(row[1])))).toBe(executions);
    expect(sumDollars(rows.map((row) => Number(row[3])))).toBe(cost);
  });
