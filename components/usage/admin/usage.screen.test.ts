import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatExactDollars, sumDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { changeResponse, interceptOperation, watchOperation } from '@/testing/screens/intercept-operation';
import { moveToTimeZone } from '@/testing/screens/move-to-time-zone';
import { resize } from '@/testing/screens/open-screen';
import { openAdmin, sidewaysScroll } from '@/testing/screens/pages/admin-page';
import {
  accountUsage,
  acmeAdmin,
  rangeSentence,
  type UsageDay,
} from '@/testing/screens/pages/admin-usage-page';
import { cells, daysAgo, range, savedCsv } from '@/testing/screens/pages/usage-page';
import { press } from '@/testing/screens/press';

const table = () => page.getByRole('table', { name: 'Usage by day' });

const sum = (days: UsageDay[], count: (day: UsageDay) => number) =>
  days.reduce((total, day) => total + count(day), 0);

const total = (days: UsageDay[]) => [
  `Total, ${days.length} days`,
  formatCount(sum(days, (day) => day.requestCount)),
  formatCount(sum(days, (day) => day.totalTokens)),
  formatExactDollars(sumDollars(days.map((day) => day.totalCost))),
];

for (const [timeZone, offset] of [
  ['Pacific/Tongatapu', -780],
  ['Etc/GMT+8', 480],
] as const) {
  test(`in ${timeZone}: lists the days newest first, a month a page, under one total; the file holds them all`, async () => {
    await moveToTimeZone(timeZone);
    expect(new Date().getTimezoneOffset()).toBe(offset);
    await openAdmin('/usage?days=90', acmeAdmin);
    await expect.element(table().css('tbody tr')).toHaveLength(31);
    const { days } = await accountUsage({ days: 90 });
    const newest = days.toReversed();
    expect(cells(table().css('thead tr'))).toEqual([['Date', 'Requests', 'Tokens Used', 'Cost (USD)']]);

    const listed: string[][] = [];
    const next = page.getByRole('button', { name: 'Next' });
    for (const [shown, place] of [
      [31, 'Days 1–31 of 90'],
      [31, 'Days 32–62 of 90'],
      [28, 'Days 63–90 of 90'],
    ] as const) {
      await expect.element(page.getByText(place, { exact: true })).toBeVisible();
      await expect.element(table().css('tbody tr')).toHaveLength(shown);
      listed.push(...cells(table().css('tbody tr')));
      expect(cells(table().css('tfoot tr'))).toEqual([total(days)]);
      await press(next, '{Enter}');
      await expect.element(next).toHaveFocus();
    }
    expect(listed.map(([, ...numbers]) => numbers)).toEqual(
      newest.map((day) => [
        formatCount(day.requestCount),
        formatCount(day.totalTokens),
        formatExactDollars(day.totalCost),
      ]),
    );
    expect(listed[0]?.[0]).toMatch(/, so far$/);
    await expect.element(next).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect.element(page.getByText('Days 32–62 of 90')).toBeVisible();

    const file = await savedCsv(page.getByRole('button', { name: 'Download CSV' }));
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
}

test('the range is in the address, and another one begins at its first page', async () => {
  await openAdmin('/usage', acmeAdmin);
  await expect.element(rangeSentence(30)).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Pages of days' })).not.toBeInTheDocument();
  await range().getByRole('button', { name: '90 days' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByText('Days 32–62 of 90')).toBeVisible();
  const chosen = { from: daysAgo(70), to: daysAgo(30) };
  await range().getByRole('button', { name: 'Custom' }).click();
  await page.css('[name=from]').fill(chosen.from);
  await page.css('[name=to]').fill(chosen.to);
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => location.pathname + location.search)
    .toBe(`/dashboard/admin/usage?from=${chosen.from}&to=${chosen.to}`);
  await expect.element(page.getByText('Days 1–31 of 41')).toBeVisible();
  history.back();
  await expect.element(rangeSentence(90)).toBeVisible();
});

test("days still to come aren't listed", async () => {
  await openAdmin(`/usage?from=${daysAgo(2)}&to=${daysAgo(-9)}`, acmeAdmin);
  await expect.element(table().css('tbody tr')).toHaveLength(3);
  await expect.element(table().getByText('Total, 3 days')).toBeVisible();
});

test('says how old the numbers are, keeps that current, and reads them again when asked', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  await openAdmin('/usage', acmeAdmin);
  await expect.element(page.getByText('Updated just now')).toBeVisible();
  vi.advanceTimersByTime(130_000);
  await expect.element(page.getByText('Updated 2 minutes ago')).toBeVisible();
  interceptOperation(
    'UsageReport',
    changeResponse((data: { usageByAccount: UsageDay[] }) => {
      const today = data.usageByAccount.at(-1);
      if (today) today.requestCount = 1_234_567;
    }),
  );
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await press(refresh, '{Enter}');
  await expect.element(page.getByRole('cell', { name: '1,234,567', exact: true })).toBeVisible();
  await expect.element(page.getByText('Updated just now')).toBeVisible();
  await expect.element(refresh).toHaveFocus();
});

test('the failed executions of the range follow its days, and are read again with them', async () => {
  await openAdmin('/usage', acmeAdmin);
  const failed = page.getByRole('region', { name: 'Failed executions' });
  for (const by of ['template', 'model', 'API key'])
    await expect.element(failed.getByRole('table', { name: `Failed executions by ${by}` })).toBeVisible();
  const calls = watchOperation('AccountFailures');
  await range().getByRole('button', { name: '7 days' }).click();
  const { days } = await accountUsage({ days: 7 });
  const shown = expect.objectContaining({ from: days[0]?.date, to: days.at(-1)?.date });
  await expect.poll(() => calls).toEqual([shown]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => calls.length).toBeGreaterThan(1);
  for (const call of calls) expect(call).toEqual(shown);
});

test('on a wide page the days and the failures are side by side', async () => {
  await resize(2560, 1300);
  await openAdmin('/usage?days=7', acmeAdmin);
  const failures = page.getByRole('table', { name: 'Failed executions by template' });
  await expect.element(failures).toBeVisible();
  const [left, right] = [table(), failures].map((each) => each.element().getBoundingClientRect());
  expect(left?.right).toBeLessThan(right?.left ?? 0);
  expect(left?.width).toBeLessThan(1_200);
});

test('fits a phone with every column, and is accessible there and on a wide page', async () => {
  await resize(375, 900);
  await openAdmin('/usage?days=90', acmeAdmin);
  await expect.element(table()).toBeVisible();
  await expect.poll(() => table().element().getBoundingClientRect().right).toBeLessThanOrEqual(375);
  await expectAccessible();
  for (const width of [320, 375, 768, 1440]) {
    await resize(width, 900);
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
  }
  await expectAccessible();
});
