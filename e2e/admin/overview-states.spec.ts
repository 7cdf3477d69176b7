import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { openAdmin, region } from './admin-page';
import { acmeAdmin, altered, emptyAdmin, rangeSentence } from './usage-page';

const failure = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /^Failed to load admin overview\.$/ });
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard Overview' });
const loading = (page: Page) => page.getByText('Loading admin overview...', { exact: true });

interface Overview {
  accountOverview: { planName: string; maxWorkflows: number | null };
  accountDashboardStats: {
    currentPeriodExecutions: number;
    maxWorkflows: number | null;
    projectedExecutions: number;
    projectedOverage: number;
    estimatedOverageCost: number;
    projectedCost: number;
    cheapestPlan: { plan: { plan_name: string }; cost: number };
  };
}

/** Opens the overview of an account whose month is another one. */
async function openWith(
  page: Page,
  planName: string,
  maxWorkflows: number | null,
  stats: Partial<Overview['accountDashboardStats']>,
) {
  await interceptOperation(
    page,
    'AdminOverview',
    altered((data: Overview) => {
      Object.assign(data.accountOverview, { planName, maxWorkflows });
      Object.assign(data.accountDashboardStats, { maxWorkflows, ...stats });
    }),
  );
  await openAdmin(page, '', acmeAdmin);
  return region(page, 'Usage This Period');
}

test('says that it loads, in the place of what comes', async ({ page }) => {
  const release = await holdOperation(page, 'AdminOverview');
  await openAdmin(page, '', acmeAdmin);
  await expect(loading(page)).toBeVisible();
  await expect(region(page, 'Account Info').locator('[data-skeleton]')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(region(page, 'Top Users').getByRole('img')).toBeVisible();
  await expect(loading(page)).toHaveCount(0);
});

for (const { name, console: messages, handle } of [
  ...callFailures,
  { name: 'the API refuses', console: [], handle: refuse('no') },
]) {
  test(`if ${name}, it says so in red, and trying again keeps the focus`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...messages);
    const recover = await interceptOperation(page, 'AdminOverview', handle);
    await openAdmin(page, '', acmeAdmin);
    await expect(failure(page)).toBeVisible();
    await expect(failure(page)).toHaveCSS('color', 'rgb(192, 54, 44)');
    await expect(region(page, 'Account Info')).toHaveCount(0);
    await expectAccessible(page);
    await recover();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(title(page)).toBeFocused();
    await expect(region(page, 'Top Users').getByRole('img')).toBeVisible();
    await expect(failure(page)).toHaveCount(0);
  });
}

test('a missing account id is a failure, and nothing is requested', async ({ page }) => {
  let requests = 0;
  await interceptOperation(page, 'AdminOverview', (route) => {
    requests += 1;
    return route.continue();
  });
  await interceptOperation(
    page,
    'Me',
    altered((data: { me: { account_id: string } }) => {
      data.me.account_id = '';
    }),
  );
  await openAdmin(page, '', acmeAdmin);
  await expect(failure(page)).toBeVisible();
  expect(requests).toBe(0);
});

test('an account without any work sees what to do next, chart by chart', async ({ page }) => {
  await openAdmin(page, '', emptyAdmin);
  await expect(region(page, 'Execution Trends').getByText('No executions yet')).toBeVisible();
  await expect(region(page, 'Execution Trends').getByRole('link', { name: 'Manage Users' })).toBeVisible();
  await expect(region(page, 'Top Users').getByText('Nobody ran anything in this range')).toBeVisible();
  await expect(region(page, 'Top Templates').getByText('No templates used in this range')).toBeVisible();
  await expect(region(page, 'Usage This Period')).toContainText(
    'At this pace (0 executions this month) Basic, your plan, is the cheapest: $0.00.',
  );
  await expectAccessible(page);
});

test('days without work in an account that has some say when that began', async ({ page }) => {
  await openAdmin(page, '?from=2020-02-01&to=2020-02-29', acmeAdmin);
  await expect(rangeSentence(page, 29)).toBeVisible();
  await expect(
    page.getByText(/^The account's executions begin on \w+ \d+, \d{4}\. Choose other days\.$/),
  ).toBeVisible();
});

test('an address without a valid range gets a message and the last 30 days', async ({ page }) => {
  await openAdmin(page, '?days=8', acmeAdmin);
  await expect(
    page.getByText('The address names no range that can be shown. These are the last 30 days.'),
  ).toBeVisible();
  await expect(rangeSentence(page, 30)).toBeVisible();
});

test('a cheaper plan is named with both prices, and the way to it', async ({ page }) => {
  const period = await openWith(page, 'Pro', 100_000, {
    projectedExecutions: 13_204,
    projectedCost: 99,
    cheapestPlan: { plan: { plan_name: 'Starter' }, cost: 61.04 },
  });
  await expect(period).toContainText(
    'At this pace (13,204 executions this month) Starter is cheapest: $61.04, beside $99.00 on Pro.',
  );
  await period.getByRole('link', { name: 'Account Details' }).click();
  await expect(page).toHaveURL('/dashboard/admin/account');
});

test('past the limit the bar is full and the percentage true', async ({ page }) => {
  const period = await openWith(page, 'Starter', 10_000, {
    currentPeriodExecutions: 12_345,
    projectedOverage: 8_000,
    estimatedOverageCost: 80,
  });
  await expect(period.getByText('/ 10,000 (123%)')).toBeVisible();
  const bar = period.getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuenow', '100');
  await expect(bar).toHaveAttribute('aria-valuetext', "123% of the plan's limit");
  await expect(period).toContainText('Projected overage cost$80.008000 over the limit at this pace');
});

test('without a maximum there is no limit, and 0%', async ({ page }) => {
  const period = await openWith(page, 'Enterprise', null, {});
  await expect(period.getByText('/ No limit (0%)')).toBeVisible();
  await expect(period.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  await expect(region(page, 'Account Info').getByText('No limit', { exact: true })).toBeVisible();
});
