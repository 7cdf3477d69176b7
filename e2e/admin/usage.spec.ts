import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { interceptOperation } from '@/e2e/intercept-operation';
import { formatExactDollars, sumDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { openAdmin, sidewaysScroll } from './admin-page';
import {
  accountUsage,
  acmeAdmin,
  altered,
  cells,
  daysAgo,
  range,
  rangeSentence,
  savedCsv,
  type UsageDay,
} from './usage-page';

const sum = (days: UsageDay[], count: (day: UsageDay) => number) =>
  days.reduce((total, day) => total + count(day), 0);

const total = (days: UsageDay[]) => [
  `Total, ${days.length} days`,
  formatCount(sum(days, (day) => day.requestCount)),
  formatCount(sum(days, (day) => day.totalTokens)),
  formatExactDollars(sumDollars(days.map((day) => day.totalCost))),
];

for (const timezoneId of ['Pacific/Tongatapu', 'Etc/GMT+8'])
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });
    test('lists the days newest first, a month a page, under one total; the file holds them all', async ({
      page,
    }) => {
      await openAdmin(page, '/usage?days=90', acmeAdmin);
      const table = page.getByRole('table', { name: 'Usage by day' });
      await expect(table.locator('tbody tr')).toHaveCount(31);
      const { days } = await accountUsage(page, { days: 90 });
      const newest = days.toReversed();
      expect(await cells(table.locator('thead tr'))).toEqual([
        ['Date', 'Requests', 'Tokens Used', 'Cost (USD)'],
      ]);

      const listed: string[][] = [];
      const next = page.getByRole('button', { name: 'Next' });
      for (const [shown, place] of [
        [31, 'Days 1–31 of 90'],
        [31, 'Days 32–62 of 90'],
        [28, 'Days 63–90 of 90'],
      ] as const) {
        await expect(page.getByText(place, { exact: true })).toBeVisible();
        await expect(table.locator('tbody tr')).toHaveCount(shown);
        listed.push(...(await cells(table.locator('tbody tr'))));
        expect(await cells(table.locator('tfoot tr'))).toEqual([total(days)]);
        await next.press('Enter');
        await expect(next).toBeFocused();
      }
      expect(listed.map(([, ...numbers]) => numbers)).toEqual(
        newest.map((day) => [
          formatCount(day.requestCount),
          formatCount(day.totalTokens),
          formatExactDollars(day.totalCost),
        ]),
      );
      expect(listed[0]?.[0]).toMatch(/, so far$/);
      await expect(next).toHaveAttribute('aria-disabled', 'true');
      await page.getByRole('button', { name: 'Previous' }).click();
      await expect(page.getByText('Days 32–62 of 90')).toBeVisible();

      const file = await savedCsv(page, page.getByRole('button', { name: 'Download CSV' }));
      expect(file.fileName).toBe(`usage-${days[0]?.date}-${newest[0]?.date}.csv`);
      expect(file.lines).toEqual([
        ['date', 'requests', 'tokens_used', 'cost_usd'],
        ...newest.map((day) => [
          day.date,
          String(day.requestCount),
          String(day.totalTokens),
          day.totalCost.toFixed(6),
        ]),
      ]);
    });
  });

test('the range is in the address, and another one begins at its first page', async ({ page }) => {
  await openAdmin(page, '/usage', acmeAdmin);
  await expect(rangeSentence(page, 30)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages of days' })).toHaveCount(0);
  await range(page).getByRole('button', { name: '90 days' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Days 32–62 of 90')).toBeVisible();
  const chosen = { from: daysAgo(70), to: daysAgo(30) };
  await range(page).getByRole('button', { name: 'Custom' }).click();
  await page.locator('[name=from]').fill(chosen.from);
  await page.locator('[name=to]').fill(chosen.to);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/admin/usage?from=${chosen.from}&to=${chosen.to}`);
  await expect(page.getByText('Days 1–31 of 41')).toBeVisible();
  await page.goBack();
  await expect(rangeSentence(page, 90)).toBeVisible();
});

test('days still to come are not listed', async ({ page }) => {
  await openAdmin(page, `/usage?from=${daysAgo(2)}&to=${daysAgo(-9)}`, acmeAdmin);
  const table = page.getByRole('table', { name: 'Usage by day' });
  await expect(table.locator('tbody tr')).toHaveCount(3);
  await expect(table.getByText('Total, 3 days')).toBeVisible();
});

test('says how old the numbers are, keeps that current, and reads them again when asked', async ({
  page,
}) => {
  await page.clock.install();
  await openAdmin(page, '/usage', acmeAdmin);
  await expect(page.getByText('Updated just now')).toBeVisible();
  await page.clock.runFor('02:10');
  await expect(page.getByText('Updated 2 minutes ago')).toBeVisible();
  await interceptOperation(
    page,
    'UsageReport',
    altered((data: { usageByAccount: UsageDay[] }) => {
      const today = data.usageByAccount.at(-1);
      if (today) today.requestCount = 1_234_567;
    }),
  );
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await refresh.press('Enter');
  await expect(page.getByRole('cell', { name: '1,234,567', exact: true })).toBeVisible();
  await expect(page.getByText('Updated just now')).toBeVisible();
  await expect(refresh).toBeFocused();
});

test('fits a phone with every column, and is accessible there and on a wide page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  await openAdmin(page, '/usage?days=90', acmeAdmin);
  const table = page.getByRole('table', { name: 'Usage by day' });
  await expect(table).toBeVisible();
  const box = await table.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(375);
  await expectAccessible(page);
  for (const width of [320, 375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
});
