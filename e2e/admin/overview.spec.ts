import { ask } from '@/e2e/ask';
import { expect, expectAccessible, readClipboard, test } from '@/e2e/fixtures';
import { holdOperation, interceptOperation } from '@/e2e/intercept-operation';
import { formatDollars, sumDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { openAdmin, region, sidewaysScroll } from './admin-page';
import { accountUsage, acmeAdmin, cells, range, rangeSentence, savedCsv } from './usage-page';

test.beforeEach(async ({ page }) => {
  await openAdmin(page, '', acmeAdmin);
  await expect(region(page, 'Top Templates').getByRole('img')).toBeVisible();
});

test("shows the API's own account, users, totals and period", async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { accountId } = await accountUsage(page, { days: 1 });
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
    page,
    `query Expected($id: ID!) {
      accountOverview { planName monthlyPrice maxWorkflows totalUsers totalWorkflows totalCost }
      stats: accountDashboardStats(accountId: $id) {
        currentPeriodExecutions projectedExecutions daysRemaining estimatedOverageCost
      }
    }`,
    { id: accountId },
  );
  const info = region(page, 'Account Info');
  await expect(info.getByText(accountId, { exact: true })).toBeVisible();
  await info.getByRole('button', { name: 'Copy account ID' }).click();
  await expect(info.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await readClipboard(page)).toBe(accountId);
  for (const fact of [
    account.planName,
    formatDollars(account.monthlyPrice),
    formatCount(account.maxWorkflows),
  ])
    await expect(info.getByText(fact, { exact: true })).toBeVisible();
  await expect(
    region(page, 'Users').getByText(formatCount(account.totalUsers), { exact: true }),
  ).toBeVisible();
  const totals = region(page, 'Usage Summary').getByRole('listitem');
  await expect(totals.first()).toContainText(`Total workflows${formatCount(account.totalWorkflows)}`);
  await expect(totals.last()).toContainText(`Total cost${formatDollars(account.totalCost)}`);

  const percent = Math.round((100 * stats.currentPeriodExecutions) / account.maxWorkflows);
  const period = region(page, 'Usage This Period');
  await expect(period.getByRole('listitem').first()).toHaveText(
    `Executions used${formatCount(stats.currentPeriodExecutions)} / ${formatCount(account.maxWorkflows)} (${percent}%)`,
  );
  const bar = period.getByRole('progressbar', { name: 'Executions used' });
  await expect(bar).toHaveAttribute('aria-valuenow', String(percent));
  await expect(period.getByText(`Days remaining in cycle${stats.daysRemaining}today included`)).toBeVisible();
  await expect(period.getByRole('listitem').last()).toContainText(
    `Projected overage cost${formatDollars(stats.estimatedOverageCost)}`,
  );
  await expect(period.getByText(/^At this pace \([\d,]+ executions this month\) /)).toBeVisible();
  await page.getByRole('link', { name: 'Manage Users' }).last().click();
  await expect(page).toHaveURL('/dashboard/admin/users');
});

test('the range, its charts, their tables and files are of the same days and add up', async ({ page }) => {
  await range(page).getByRole('button', { name: '90 days' }).click();
  await expect(page).toHaveURL('/dashboard/admin?days=90');
  await expect(rangeSentence(page, 90)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const { accountId, days } = await accountUsage(page, { days: 90 });
  const executions = days.reduce((sum, day) => sum + day.requestCount, 0);
  const cost = sumDollars(days.map((day) => day.totalCost));
  const succeeded = days.reduce((sum, day) => sum + day.successCount, 0);
  const facts = page.getByRole('region', { name: 'Chosen range' }).getByRole('listitem');
  await expect(facts).toHaveText([
    `Executions${formatCount(executions)}`,
    `Estimated cost${formatDollars(cost)}`,
    `Success rate${Math.round((100 * succeeded) / executions)}%`,
    `Tokens${formatCount(days.reduce((sum, day) => sum + day.totalTokens, 0))}`,
  ]);
  const { users, templates } = await ask<Record<'users' | 'templates', { name: string; count: number }[]>>(
    page,
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
    await region(page, name).getByText('View as table').click();
  expect(await cells(table('Top Users').locator('tbody tr'))).toEqual(named(users));
  expect(await cells(table('Top Templates').locator('tr'))).toEqual([
    ['Template', 'Executions'],
    ...named([...templates, { name: 'Other templates', count: rest }]),
    ['Total', formatCount(executions)],
  ]);
  await expect(table('Execution Trends').locator('tbody tr')).toHaveCount(90);
  const file = await savedCsv(
    page,
    region(page, 'Execution Trends').getByRole('button', { name: 'Download CSV' }),
  );
  expect(file.lines.slice(1)).toEqual(
    days.map((day) => [
      day.date,
      String(day.requestCount),
      day.totalCost.toFixed(6),
      String(day.totalTokens),
    ]),
  );
  await expectAccessible(page);
});

test('draws a line 300, bars 250 and a pie 250 px high, each described in words', async ({ page }) => {
  for (const [name, words, height] of [
    ['Execution Trends', /^Line chart of executions per day, .* executions? in all/, 300],
    ['Top Users', /^Bar chart of executions per user: /, 250],
    ['Top Templates', /^Pie chart of executions per template: /, 250],
  ] as const) {
    const chart = region(page, name).getByRole('img');
    await expect(chart).toHaveAccessibleName(words);
    await expect.poll(async () => (await chart.boundingBox())?.height).toBe(height);
  }
  const legend = region(page, 'Top Templates').getByRole('list').getByRole('listitem');
  await expect(legend).toHaveText([1, 2, 3, 4, 5, 6].map((slice) => new RegExp(`^${slice}.+[\\d,]+\\d+%$`)));
});

test('while another range is awaited what is shown stays, named and marked as busy', async ({ page }) => {
  const release = await holdOperation(page, 'AdminOverview');
  await range(page).getByRole('button', { name: '7 days' }).click();
  await expect(page.getByText('Loading admin overview...', { exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toBeVisible();
  await expect(rangeSentence(page, 30)).toBeVisible();
  release();
  await expect(rangeSentence(page, 7)).toBeVisible();
  await page.goBack();
  await expect(rangeSentence(page, 30)).toBeVisible();
});

test('asks for everything in one request', async ({ page }) => {
  let requests = 0;
  await interceptOperation(page, 'AdminOverview', (route) => {
    requests += 1;
    return route.continue();
  });
  await page.reload();
  await expect(region(page, 'Top Templates').getByRole('img')).toBeVisible();
  expect(requests).toBe(1);
});

test('fits a phone, a tablet and a wide page, and is accessible there', async ({ page }) => {
  for (const width of [320, 375, 768, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const line = region(page, 'Execution Trends').getByRole('img');
    await expect.poll(async () => ((await line.boundingBox())?.width ?? width) < width).toBe(true);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    if (width === 375) await expectAccessible(page);
  }
});
