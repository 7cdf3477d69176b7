import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from '@/e2e/fixtures';
import { interceptOperation } from '@/e2e/intercept-operation';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const line = (page: Page) => section(page, 'Execution Trends').getByRole('img');

async function openDashboard(page: Page, search = '') {
  await signIn(page, 'dev@acme.test');
  await page.goto(`/dashboard${search}`);
  await expect(line(page)).toBeVisible();
}

/** The demo data end today: a day so many days ago lies within them, whenever the test runs. */
const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
/** The days of the table, written as in the file. */
const dayOf = (shown: string) => new Date(`${shown.replace(/,? so far/, '')} UTC`).toISOString().slice(0, 10);

for (const timezoneId of ['Etc/GMT+8', 'Pacific/Tongatapu']) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });
    for (const [name, first, last, search] of [
      ['30 days', daysAgo(29), daysAgo(0), ''],
      ['a custom range', daysAgo(70), daysAgo(40), `?from=${daysAgo(70)}&to=${daysAgo(40)}`],
    ] as const)
      test(`table and file of ${name} have the days of UTC`, async ({ page }) => {
        await openDashboard(page, search);
        await section(page, 'Execution Trends').getByText('View as table').click();
        const table = page.getByRole('table', { name: 'Execution Trends, table' });
        await expect(table).toBeVisible();
        const shown = (await table.locator('tbody th').allInnerTexts()).map(dayOf);
        expect([shown[0], shown.at(-1)]).toEqual([first, last]);

        const download = page.waitForEvent('download');
        await section(page, 'Execution Trends').getByRole('button', { name: 'Download CSV' }).click();
        const file = await download;
        expect(file.suggestedFilename()).toBe(`executions-${first}-${last}.csv`);
        const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
        expect(lines.slice(1).map((row) => row.split(',')[0])).toEqual(shown);
      });
  });
}

test('is printed with its tables open, without header and buttons', async ({ page }) => {
  await openDashboard(page);
  await expect(section(page, 'Top Templates Used').getByRole('img')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table', { name: 'Execution Trends, table' }).getByText('Total')).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('group', { name: 'Range' })).toBeHidden();
  await page.setViewportSize({ width: 600, height: 900 });
  const box = await line(page).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(600);
});

test('charts come after the first paint and shift nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openDashboard(page);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);
});

test('says so if there is no network, and tries again', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/);
  await signIn(page, 'dev@acme.test');
  const recover = await interceptOperation(page, 'DeveloperDashboard', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load dashboard.' })).toBeVisible();
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(line(page)).toBeVisible();
});

test("if the file can't be made, the page says so, and it can be tried again", async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The CSV file wasn't made/);
  await openDashboard(page);
  let refused = 0;
  await page.route('**/_next/static/chunks/**', (route) => {
    refused += 1;
    return route.abort();
  });
  await section(page, 'Execution Trends').getByRole('button', { name: 'Download CSV' }).click();
  await expect(page.getByText('Not downloaded. Try again.')).toBeVisible();
  expect(refused).toBeGreaterThan(0);
  await expectAccessible(page);
});
