import { readFile } from 'node:fs/promises';
import { ask } from '@/e2e/ask';
import { expect, test } from '@/e2e/fixtures';
import { interceptOperation } from '@/e2e/intercept-operation';
import { openAdmin, region } from './admin-page';

const acmeAdmin = 'admin@acme.test';

interface UsageDay {
  date: string;
  requestCount: number;
  totalTokens: number;
  totalCost: number;
}

test.describe('in Pacific/Tongatapu', () => {
  // Where it is tomorrow already for half of each UTC day.
  test.use({ timezoneId: 'Pacific/Tongatapu' });

  test('an admin reads the overview of a range, then its days, and saves them to a file', async ({
    page,
  }) => {
    await openAdmin(page, '', acmeAdmin);
    await expect(region(page, 'Top Templates').getByRole('img')).toBeVisible();
    const range = page.getByRole('group', { name: 'Range' });
    await range.getByRole('button', { name: '7 days' }).click();
    await expect(page).toHaveURL('/dashboard/admin?days=7');
    await expect(page.getByText(/^7 days, /)).toBeVisible();
    await page.goBack();
    await expect(page.getByText(/^30 days, /)).toBeVisible();

    await page.getByRole('link', { name: 'Usage Reports' }).click();
    await expect(page).toHaveURL('/dashboard/admin/usage');
    await range.getByRole('button', { name: '90 days' }).click();
    await expect(page.getByText('Days 1–31 of 90')).toBeVisible();
    const { me } = await ask<{ me: { account_id: string } }>(page, '{ me { account_id } }');
    const { days } = await ask<{ days: UsageDay[] }>(
      page,
      `query Expected($id: ID!) {
        days: usageByAccount(accountId: $id, timeframe: "daily", days: 90) { date requestCount totalTokens totalCost }
      }`,
      { id: me.account_id },
    );
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`usage-${days[0]?.date}-${days.at(-1)?.date}.csv`);
    const lines = days
      .toReversed()
      .map((day) => [day.date, day.requestCount, day.totalTokens, day.totalCost.toFixed(6)].join());
    expect((await readFile(await file.path(), 'utf8')).split('\r\n').filter(Boolean)).toEqual([
      'date,requests,tokens_used,cost_usd',
      ...lines,
    ]);
  });
});

for (const { screen, path, operation, message, logged, heading } of [
  {
    screen: 'overview',
    path: '',
    operation: 'AdminOverview',
    message: 'Failed to load admin overview.',
    logged: [],
    heading: 'Dashboard Overview',
  },
  {
    screen: 'usage reports',
    path: '/usage',
    operation: 'UsageReport',
    message: 'Failed to load usage reports.',
    logged: [/The usage reports couldn't be loaded/],
    heading: 'Usage Reports',
  },
]) {
  test(`if there is no network, the ${screen} page says so, and trying again keeps the focus`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/Failed to load resource/, ...logged);
    const recover = await interceptOperation(page, operation, (route) => route.abort());
    await openAdmin(page, path, acmeAdmin);
    const failure = page.getByRole('alert').filter({ hasText: message });
    await expect(failure).toHaveText(message);
    await recover();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
    await expect(page.getByText(/^30 days, /)).toBeVisible();
    await expect(failure).toHaveCount(0);
  });
}
