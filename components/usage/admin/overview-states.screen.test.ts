import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  changeResponse,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { resize } from '@/testing/screens/open-screen';
import { openAdmin, region } from '@/testing/screens/pages/admin-page';
import {
  acmeAdmin,
  emptyAdmin,
  rangeSentence,
  withoutAccountId,
} from '@/testing/screens/pages/admin-usage-page';
import { press } from '@/testing/screens/press';

const failure = () => page.getByRole('alert').filter({ hasText: /^Failed to load admin overview\.$/ });
const title = () => page.getByRole('heading', { level: 1, name: 'Dashboard Overview' });
const loading = () => page.getByText('Loading admin overview...', { exact: true });
const topUsers = () => region('Top Users').getByRole('img');

interface Stats {
  currentPeriodExecutions: number;
  projectedExecutions: number;
  projectedOverage: number;
  estimatedOverageCost: number;
  limitedExecutions: number;
  from: string;
  maxWorkflows: number;
  planChangedOn: string;
  currentPlan: { cost: number };
  cheapestPlan: { plan: { plan_name: string }; cost: number };
  usageAlerts: { percent: number; reachedAt: string }[];
  storedBytes: number;
  maxStoredBytes: number;
}

/** Opens the overview of an account whose month is another one. */
async function openWith(planName: string, maxWorkflows: number | null, stats: Partial<Stats>) {
  interceptOperation(
    'AdminOverview',
    changeResponse((data: { accountOverview: object; accountDashboardStats: object }) => {
      Object.assign(data.accountOverview, { planName, maxWorkflows });
      Object.assign(data.accountDashboardStats, { maxWorkflows, ...stats });
    }),
  );
  await openAdmin('', acmeAdmin);
  return region('Usage This Period');
}

for (const width of [320, 375, 768, 1024, 1440, 2560]) {
  test(`at ${width} px it says that it loads, in the place of what comes`, async () => {
    await resize(width, 900);
    const release = holdOperation('AdminOverview');
    await openAdmin('', acmeAdmin);
    await expect.element(loading()).toBeVisible();
    await expect.element(region('Account Info').css('[data-skeleton]')).toBeVisible();
    await expectAccessible();
    const places = () =>
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map((heading) => [heading.textContent, Math.round(heading.getBoundingClientRect().y)]);
    const before = places();
    release();
    await expect.element(topUsers()).toBeVisible();
    await expect.element(loading()).not.toBeInTheDocument();
    expect(places()).toEqual(before);
  });
}

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('no') }]) {
  test(`if ${name}, it says so in red, and trying again keeps the focus`, async () => {
    const recover = interceptOperation('AdminOverview', handle);
    await openAdmin('', acmeAdmin);
    await expect.element(failure()).toBeVisible();
    await expect.element(failure()).toHaveStyle({ color: 'rgb(192, 54, 44)' });
    await expect.element(region('Account Info')).not.toBeInTheDocument();
    await expectAccessible();
    recover();
    await press(page.getByRole('button', { name: 'Try again' }), '{Enter}');
    await expect.element(title()).toHaveFocus();
    await expect.element(topUsers()).toBeVisible();
    await expect.element(failure()).not.toBeInTheDocument();
  });
}

test('a missing account id is a failure, and nothing is requested', async () => {
  const requests = withoutAccountId('AdminOverview');
  await openAdmin('', acmeAdmin);
  await expect.element(failure()).toBeVisible();
  expect(requests.count).toBe(0);
});

test('an account without any work sees what to do next, chart by chart', async () => {
  await openAdmin('', emptyAdmin);
  const trends = region('Execution Trends');
  await expect.element(trends.getByText('No executions yet')).toBeVisible();
  await expect.element(trends.getByRole('link', { name: 'Manage Users' })).toBeVisible();
  await expect.element(region('Top Users').getByText('Nobody ran anything in this range')).toBeVisible();
  await expect.element(region('Top Templates').getByText('No templates used in this range')).toBeVisible();
  await expect
    .element(region('Usage This Period'))
    .toMatchTextContent('At this pace (0 executions a month) Basic, your plan, is the cheapest: $0.00.');
  await expectAccessible();
});

test('days without work in an account that has some say when that began', async () => {
  await openAdmin('?from=2020-02-01&to=2020-02-29', acmeAdmin);
  await expect.element(rangeSentence(29)).toBeVisible();
  await expect
    .element(page.getByText(/^The account's executions begin on \w+ \d+, \d{4}\. Choose other days\.$/))
    .toBeVisible();
});

test('an address without a valid range gets a message and the last 30 days', async () => {
  await openAdmin('?days=8', acmeAdmin);
  await expect
    .element(page.getByText("The range in the address can't be shown. These are the last 30 days."))
    .toBeVisible();
  await expect.element(rangeSentence(30)).toBeVisible();
});

test('a cheaper plan is named with both prices, and the way to it', async () => {
  const period = await openWith('Pro', 100_000, {
    projectedExecutions: 13_204,
    currentPlan: { cost: 99 },
    cheapestPlan: { plan: { plan_name: 'Starter' }, cost: 61.04 },
  });
  await expect
    .element(period)
    .toMatchTextContent(
      'At this pace (13,204 executions a month) Starter is cheapest: $61.04, compared with $99.00 on Pro.',
    );
  await period.getByRole('link', { name: 'Account Details' }).click();
  await expect.poll(() => location.pathname).toBe('/dashboard/admin/account');
});

test("after a change of plan, this month's limit says why it isn't the plan's own", async () => {
  const period = await openWith('Basic', 1_000, {
    ...{ from: '2026-11-01', maxWorkflows: 93_400, planChangedOn: '2026-11-28' },
  });
  await expect
    .element(period.getByText('93,400 this month, because the plan changed on Nov 28; 1,000 from December.'))
    .toBeVisible();
});

test('past the limit the bar is full and the percentage true', async () => {
  const period = await openWith('Starter', 10_000, {
    limitedExecutions: 12_345,
    projectedOverage: 8_000,
    estimatedOverageCost: 80,
  });
  await expect.element(period.getByText('/ 10,000 (123%)')).toBeVisible();
  const bar = period.getByRole('progressbar', { name: 'Executions used' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '100');
  await expect.element(bar).toHaveAttribute('aria-valuetext', "123% of the plan's limit");
  await expect
    .element(period)
    .toMatchTextContent('Projected overage cost$80.008,000 over the limit at this pace');
});

test('the storage has a bar of its own; a nearly full one says that jobs may be refused', async () => {
  const MiB = 1024 * 1024;
  const storage = { storedBytes: 12.4 * MiB, maxStoredBytes: 256 * MiB };
  const period = await openWith('Basic', 1_000, storage);
  await expect
    .element(period)
    .toMatchTextContent('Storage used now12.4 MiB / 256 MiB (5%)what jobs have stored');
  const bar = period.getByRole('progressbar', { name: 'Storage used' });
  await expect.element(bar).toHaveAttribute('aria-valuetext', "5% of the plan's limit");
  await expectAccessible();
  await openWith('Basic', 1_000, { ...storage, storedBytes: 1_000 });
  await expect.element(period).toMatchTextContent('1,000 bytes / 256 MiB (<1%)');
  await openWith('Basic', 1_000, { ...storage, storedBytes: 255.9 * MiB });
  await expect
    .element(period)
    .toMatchTextContent("255.9 MiB / 256 MiB (>99%)Jobs that don't fit are refused.");
});

test('without a maximum there is no limit, and 0%', async () => {
  const period = await openWith('Enterprise', null, {});
  await expect.element(period.getByText('/ No limit (0%)')).toBeVisible();
  await expect
    .element(period.getByRole('progressbar', { name: 'Executions used' }))
    .toHaveAttribute('aria-valuenow', '0');
  await expect.element(region('Account Info').getByText('No limit', { exact: true })).toBeVisible();
});

test('a reached usage alert is in one line under the title, the highest of them, at any width', async () => {
  const reachedAt = String(Date.parse('2026-11-17T23:59:59Z'));
  for (const [percents, refusing] of [
    [[50, 80], false],
    [[50, 80, 100], true],
  ] as const) {
    await openWith('Starter', 10_000, {
      usageAlerts: percents.map((percent) => ({ __typename: 'UsageAlert', percent, reachedAt })),
      limitedExecutions: refusing ? 10_001 : 8_000,
      projectedOverage: refusing ? 500 : 0,
      estimatedOverageCost: 0,
    });
    const line = page.getByText(`${percents.at(-1)}% of the limit reached on Nov 17`, { exact: true });
    await expect.element(line).toBeVisible();
    await expect.element(page.getByText('Usage and cost. Days are UTC.')).not.toBeInTheDocument();
    for (const width of [320, 375, 768, 1440]) {
      await resize(width, 900);
      expect(page.getByRole('status').first().element().getBoundingClientRect().height).toBeLessThan(30);
      if (width === 320) await expectAccessible();
    }
  }
});

test('without a reached alert the line under the title says what the page is about', async () => {
  await openWith('Starter', 10_000, { usageAlerts: [] });
  await expect.element(page.getByText('Usage and cost. Days are UTC.')).toBeVisible();
});
