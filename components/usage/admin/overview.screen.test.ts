import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { formatDollars, formatExactDollars, formatPrice, sumDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { countCalls, holdOperation } from '@/testing/screens/intercept-operation';
import { reload, resize } from '@/testing/screens/open-screen';
import { openAdmin, region, sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { accountUsage, acmeAdmin, rangeSentence } from '@/testing/screens/pages/admin-usage-page';
import { cells, range, savedCsv } from '@/testing/screens/pages/usage-page';

const chart = (name: string) => region(name).getByRole('img');
const busy = () => page.css('[aria-busy=true]');

beforeEach(async () => {
  await openAdmin('', acmeAdmin);
  await expect.element(chart('Top Templates')).toBeVisible();
});

test("shows the API's own account, users, totals and period", async () => {
  const { accountId } = await accountUsage({ days: 1 });
  const { accountOverview: account, stats } = await ask<{
    accountOverview: {
      planName: string;
      monthlyPrice: number;
      maxWorkflows: number;
      totalUsers: number;
      totalWorkflows: number;
      totalCost: number;
    };
    stats: Record<
      'currentPeriodExecutions' | 'projectedExecutions' | 'daysRemaining' | 'estimatedOverageCost',
      number
    >;
  }>(
    `query Expected($id: ID!) {
      accountOverview { planName monthlyPrice maxWorkflows totalUsers totalWorkflows totalCost }
      stats: accountDashboardStats(accountId: $id) {
        currentPeriodExecutions projectedExecutions daysRemaining estimatedOverageCost
      }
    }`,
    { id: accountId },
  );
  const info = region('Account Info');
  await expect.element(info.getByText(accountId, { exact: true })).toBeVisible();
  // The clipboard itself is shared with the tests that run in other tabs at this moment.
  const copy = vi.spyOn(navigator.clipboard, 'writeText');
  await info.getByRole('button', { name: 'Copy account ID' }).click();
  await expect.element(info.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copy).toHaveBeenLastCalledWith(accountId);
  for (const fact of [account.planName, formatPrice(account.monthlyPrice), formatCount(account.maxWorkflows)])
    await expect.element(info.getByText(fact, { exact: true })).toBeVisible();
  await expect
    .element(region('Users').getByText(formatCount(account.totalUsers), { exact: true }))
    .toBeVisible();
  const totals = region('Usage Summary').getByRole('listitem');
  await expect
    .element(totals.first())
    .toMatchTextContent(`Total workflows${formatCount(account.totalWorkflows)}`);
  await expect
    .element(totals.last())
    .toMatchTextContent(`Total cost${formatExactDollars(account.totalCost)}`);

  const percent = Math.round((100 * stats.currentPeriodExecutions) / account.maxWorkflows);
  const period = region('Usage This Period');
  await expect
    .element(period.getByRole('listitem').first())
    .toHaveTextContent(
      `Executions used${formatCount(stats.currentPeriodExecutions)} / ${formatCount(account.maxWorkflows)} (${percent}%)`,
    );
  await expect
    .element(period.getByRole('progressbar', { name: 'Executions used' }))
    .toHaveAttribute('aria-valuenow', String(percent));
  await expect
    .element(period.getByText(`Days remaining in cycle${stats.daysRemaining}today included`))
    .toBeVisible();
  await expect
    .element(period.getByRole('listitem').nth(2))
    .toMatchTextContent(`Projected overage cost${formatDollars(stats.estimatedOverageCost)}`);
  await expect.element(period.getByText(/^At this pace \([\d,]+ executions a month\) /)).toBeVisible();
  await page.getByRole('link', { name: 'Manage Users' }).last().click();
  await expect.poll(() => location.pathname).toBe('/dashboard/admin/users');
});

test('the range, its charts, their tables and files are of the same days and add up', async () => {
  await range().getByRole('button', { name: '90 days' }).click();
  await expect.poll(() => location.pathname + location.search).toBe('/dashboard/admin?days=90');
  await expect.element(rangeSentence(90)).toBeVisible();
  await expect.element(busy()).not.toBeInTheDocument();
  const { accountId, days } = await accountUsage({ days: 90 });
  const executions = days.reduce((sum, day) => sum + day.requestCount, 0);
  const cost = sumDollars(days.map((day) => day.totalCost));
  const succeeded = days.reduce((sum, day) => sum + day.successCount, 0);
  expect(textsOf(page.getByRole('region', { name: 'Chosen range' }).getByRole('listitem'))).toEqual([
    `Executions${formatCount(executions)}`,
    `Cost${formatExactDollars(cost)}`,
    `Success rate${Math.round((100 * succeeded) / executions)}%${formatCount(executions - succeeded)} failed`,
    `Tokens${formatCount(days.reduce((sum, day) => sum + day.totalTokens, 0))}`,
  ]);
  const { users, templates } = await ask<Record<'users' | 'templates', { name: string; count: number }[]>>(
    `query Expected($id: ID!) {
      users: topUsersByUsage(accountId: $id, days: 90) { name: userName count: totalExecutions }
      templates: topTemplatesByUsage(accountId: $id, days: 90) { name count: totalExecutions }
    }`,
    { id: accountId },
  );
  const named = (rows: typeof users) => rows.map(({ name, count }) => [name, formatCount(count)]);
  const rest = executions - templates.reduce((sum, { count }) => sum + count, 0);
  const table = (name: string) => page.getByRole('table', { name: `${name}, table` });
  for (const name of ['Execution Trends', 'Top Users', 'Top Templates'])
    await region(name).getByText('View as table').click();
  await expect.poll(() => cells(table('Top Users').css('tbody tr'))).toEqual(named(users));
  await expect
    .poll(() => cells(table('Top Templates').css('tr')))
    .toEqual([
      ['Template', 'Executions'],
      ...named([...templates, { name: 'Other templates', count: rest }]),
      ['Total', formatCount(executions)],
    ]);
  await expect.element(table('Execution Trends').css('tbody tr')).toHaveLength(90);
  const file = await savedCsv(region('Execution Trends').getByRole('button', { name: 'Download CSV' }));
  expect(file.lines.slice(1)).toEqual(
    days.map((day) => [
      day.date,
      String(day.requestCount),
      day.totalCost.toFixed(6),
      String(day.totalTokens),
    ]),
  );
  await expectAccessible();
});

test('draws a line 300, bars 250 and a pie 250 px high, each described in words', async () => {
  for (const [name, words, height] of [
    ['Execution Trends', /^Line chart of executions per day, .* executions? in all/, 300],
    ['Top Users', /^Bar chart of executions per user: /, 250],
    ['Top Templates', /^Pie chart of executions per template: /, 250],
  ] as const) {
    await expect.element(chart(name)).toHaveAccessibleName(words);
    await expect.poll(() => chart(name).element().getBoundingClientRect().height).toBe(height);
  }
  await expect
    .poll(() => textsOf(region('Top Templates').getByRole('list').getByRole('listitem')))
    .toEqual([1, 2, 3, 4, 5, 6].map((slice) => expect.stringMatching(`^${slice}.+[\\d,]+\\d+%$`)));
});

test('while another range is awaited what is shown stays, named and marked as busy', async () => {
  const release = holdOperation('AdminOverview');
  await range().getByRole('button', { name: '7 days' }).click();
  await expect.element(page.getByText('Loading admin overview...', { exact: true })).toBeVisible();
  await expect.element(busy()).toBeVisible();
  await expect.element(rangeSentence(30)).toBeVisible();
  release();
  await expect.element(rangeSentence(7)).toBeVisible();
  history.back();
  await expect.element(rangeSentence(30)).toBeVisible();
});

test('asks for everything in one request', async () => {
  const requests = countCalls('AdminOverview');
  await reload();
  await expect.element(chart('Top Templates')).toBeVisible();
  expect(requests.count).toBe(1);
});

test('fits a phone, a tablet and a wide page, and is accessible there', async () => {
  for (const width of [320, 375, 768, 1440, 2560]) {
    await resize(width, 900);
    await expect
      .poll(() => chart('Execution Trends').element().getBoundingClientRect().width)
      .toBeLessThan(width);
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
    if (width === 375) await expectAccessible();
  }
});
