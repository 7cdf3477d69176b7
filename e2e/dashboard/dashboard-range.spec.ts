import { readFile } from 'node:fs/promises';
import type { Locator, Page, Request } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, expectAccessible, signIn, test } from '@/e2e/fixtures';
import { holdOperation, interceptOperation, latch, refuse } from '@/e2e/intercept-operation';
import { formatDollars, formatExactDollars, sumDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';

const developer = 'dev@acme.test';

interface Usage {
  stats: { from: string; to: string; totalExecutions: number; totalTokens: number; estimatedCost: number };
  days: { date: string; requestCount: number; totalTokens: number; totalCost: number }[];
  templates: { name: string; totalExecutions: number }[];
}

/** What the API says of a range, asked for past the page. */
async function usageOver(page: Page, range: { days?: number; from?: string; to?: string }): Promise<Usage> {
  const { me } = await ask<{ me: { id: string } }>(page, '{ me { id } }');
  return ask<Usage>(
    page,
    `query Expected($id: ID!, $days: Int, $from: Date, $to: Date) {
      stats: userDashboardStats(userId: $id, days: $days, from: $from, to: $to) {
        from to totalExecutions totalTokens estimatedCost
      }
      days: usageByUser(userId: $id, timeframe: "daily", days: $days, from: $from, to: $to) {
        date requestCount totalTokens totalCost
      }
      templates: topTemplatesByUser(userId: $id, limit: 5, days: $days, from: $from, to: $to) { name totalExecutions }
    }`,
    { id: me.id, ...range },
  );
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const range = (page: Page) => page.getByRole('group', { name: 'Range' });
const pressed = (page: Page) => range(page).locator('[aria-pressed=true]');
const line = (page: Page) => section(page, 'Execution Trends').getByRole('img');

async function openDashboard(page: Page, search = '') {
  await signIn(page, developer);
  await page.goto(`/dashboard${search}`);
  await expect(line(page)).toBeVisible();
}

async function cells(rows: Locator): Promise<string[][]> {
  return Promise.all((await rows.all()).map((row) => row.locator('th, td').allInnerTexts()));
}

async function openTable(page: Page, name: string): Promise<Locator> {
  await section(page, name).getByText('View as table').click();
  return page.getByRole('table', { name: `${name}, table` });
}

async function savedCsv(page: Page, name: string): Promise<{ fileName: string; lines: string[][] }> {
  const download = page.waitForEvent('download');
  await section(page, name).getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  const text = await readFile(await file.path(), 'utf8');
  return {
    fileName: file.suggestedFilename(),
    lines: text
      .split('\r\n')
      .filter(Boolean)
      .map((row) => row.split(',')),
  };
}

/** The demo data end today: a day so many days ago lies within them, whenever the test runs. */
const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
const custom = { from: daysAgo(70), to: daysAgo(40) };

const ranges = [
  { name: '30 days', search: '', asked: { days: 30 } },
  { name: '7 days', search: '?days=7', asked: { days: 7 } },
  { name: '90 days', search: '?days=90', asked: { days: 90 } },
  { name: 'a custom range', search: `?from=${custom.from}&to=${custom.to}`, asked: custom },
];

for (const timezoneId of ['Etc/GMT+8', 'UTC', 'Pacific/Tongatapu']) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });
    for (const { name, search, asked } of ranges) {
      test(`headline, chart, table and file of ${name} are the API's and add up`, async ({ page }) => {
        await openDashboard(page, search);
        const { stats, days, templates } = await usageOver(page, asked);
        expect(stats.totalExecutions).toBeGreaterThan(0);

        // The headline.
        for (const [label, value] of [
          ['Executions', formatCount(stats.totalExecutions)],
          ['Estimated cost', formatDollars(stats.estimatedCost)],
          ['Tokens', formatCount(stats.totalTokens)],
        ])
          await expect(
            section(page, 'Chosen range').getByRole('listitem').filter({ hasText: label }),
          ).toHaveText(`${label}${value}`);

        // The chart.
        await expect(line(page)).toHaveAccessibleName(
          new RegExp(`: ${formatCount(stats.totalExecutions)} executions? in all, the most on `),
        );

        // The table, its rows and its sum.
        const table = await openTable(page, 'Execution Trends');
        const rows = await cells(table.locator('tbody tr'));
        expect(rows.map(([, ...numbers]) => numbers)).toEqual(
          days.map((day) => [
            formatCount(day.requestCount),
            formatExactDollars(day.totalCost),
            formatCount(day.totalTokens),
          ]),
        );
        expect(await cells(table.locator('tfoot tr'))).toEqual([
          [
            'Total',
            formatCount(stats.totalExecutions),
            formatExactDollars(stats.estimatedCost),
            formatCount(stats.totalTokens),
          ],
        ]);
        const names = await cells((await openTable(page, 'Top Templates Used')).locator('tbody tr'));
        expect(names).toEqual(templates.map((each) => [each.name, formatCount(each.totalExecutions)]));

        // The file, to the micro-dollar.
        const { fileName, lines } = await savedCsv(page, 'Execution Trends');
        expect(fileName).toBe(`executions-${stats.from}-${stats.to}.csv`);
        const [head, ...body] = lines;
        expect(head).toEqual(['date', 'executions', 'estimated_cost_usd', 'tokens']);
        expect(body).toEqual(
          days.map((day) => [
            day.date,
            String(day.requestCount),
            day.totalCost.toFixed(6),
            String(day.totalTokens),
          ]),
        );
        const column = (index: number) => body.map((row) => Number(row[index]));
        expect(column(1).reduce((sum, count) => sum + count, 0)).toBe(stats.totalExecutions);
        expect(sumDollars(column(2))).toBe(stats.estimatedCost);
        expect(column(3).reduce((sum, count) => sum + count, 0)).toBe(stats.totalTokens);
        const top = await savedCsv(page, 'Top Templates Used');
        expect(top.fileName).toBe(`top-templates-${stats.from}-${stats.to}.csv`);
        expect(top.lines).toEqual([
          ['template', 'executions'],
          ...templates.map((each) => [each.name, String(each.totalExecutions)]),
        ]);
      });
    }
  });
}

test('the range is in the address: a link shares it, it survives a reload, and Back undoes it', async ({
  page,
}) => {
  await openDashboard(page);
  await expect(pressed(page)).toHaveText('30 days');
  await range(page).getByRole('button', { name: '7 days' }).click();
  await expect(page).toHaveURL('/dashboard?days=7');
  await expect(page.getByText(/^7 days, .* \(UTC\), today so far included\.$/)).toBeVisible();
  await page.reload();
  await expect(pressed(page)).toHaveText('7 days');
  await expect(page.getByText(/^7 days, /)).toBeVisible();
  await range(page).getByRole('button', { name: '30 days' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard?days=7');
  await expect(page.getByText(/^7 days, /)).toBeVisible();
});

test('a double press on a range is one step of the history', async ({ page }) => {
  await openDashboard(page);
  const steps = await page.evaluate(() => history.length);
  await range(page).getByRole('button', { name: '7 days' }).dblclick();
  await expect(page.getByText(/^7 days, /)).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(steps + 1);
});

test('at 400 % zoom, which is 320 px, nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openDashboard(page, '?days=90');
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
});

test('a range of one day says that it is one day', async ({ page }) => {
  const day = daysAgo(40);
  await openDashboard(page, `?from=${day}&to=${day}`);
  await expect(page.getByText(/^1 day, /)).toBeVisible();
  const table = await openTable(page, 'Execution Trends');
  await expect(table.locator('tbody tr')).toHaveCount(1);
});

for (const search of [
  '?days=8',
  '?from=2026-02-30&to=2026-03-01',
  '?from=2026-03-02&to=2026-03-01',
  '?to=x',
]) {
  test(`an address without a valid range, ${search}, gets a message and the last 30 days`, async ({
    page,
  }) => {
    await openDashboard(page, search);
    await expect(
      page.getByText('The address names no range that can be shown. These are the last 30 days.'),
    ).toBeVisible();
    await expect(page.getByText(/^30 days, /)).toBeVisible();
    await expectAccessible(page);
  });
}

test.describe('a custom range', () => {
  test.beforeEach(async ({ page }) => {
    await openDashboard(page);
    await range(page).getByRole('button', { name: 'Custom' }).click();
  });

  test('starts from the days that are shown, and is chosen by keyboard', async ({ page }) => {
    const { stats } = await usageOver(page, { days: 30 });
    const [from, to] = [page.locator('[name=from]'), page.locator('[name=to]')];
    await expect(from).toHaveValue(stats.from);
    await expect(to).toHaveValue(stats.to);
    await expectAccessible(page);
    await from.fill(custom.from);
    await to.fill(custom.to);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/dashboard?from=${custom.from}&to=${custom.to}`);
    await expect(pressed(page)).toHaveText('Custom');
    await expect(page.getByText(/^31 days, .* \(UTC\)\.$/)).toBeVisible();
  });

  for (const [name, days, problem, at] of [
    ['backwards', ['2026-10-02', '2026-10-01'], 'A range starts on or before the day it ends.', 'from'],
    ['too long', ['2020-01-01', '2026-10-01'], 'A range has at most 1000 days.', 'from'],
    ['without an end', ['2026-10-02', ''], 'Enter a whole date.', 'to'],
    ['before any computer', ['1815-12-10', '1815-12-11'], 'A range lies in the years 1970 to 2999.', 'from'],
  ] as const) {
    test(`${name} is refused next to the wrong day, and nothing is requested`, async ({ page }) => {
      let requests = 0;
      await interceptOperation(page, 'DeveloperDashboard', (route) => {
        requests += 1;
        return route.continue();
      });
      await page.locator('[name=from]').fill(days[0]);
      await page.locator('[name=to]').fill(days[1]);
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.locator(`[name=${at}]`)).toHaveAccessibleDescription(problem);
      await expect(page.locator(`[name=${at}]`)).toBeFocused();
      await expect(page).toHaveURL('/dashboard');
      await expectAccessible(page);
      expect(requests).toBe(0);
    });
  }

  test('follows the address when that goes back', async ({ page }) => {
    await page.locator('[name=from]').fill(custom.from);
    await page.locator('[name=to]').fill(custom.to);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(`/dashboard?from=${custom.from}&to=${custom.to}`);
    await page.locator('[name=to]').fill(daysAgo(50));
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(`/dashboard?from=${custom.from}&to=${daysAgo(50)}`);
    await page.goBack();
    await expect(page.locator('[name=to]')).toHaveValue(custom.to);
  });

  test('that reaches past today ends with today, in the table and the file too', async ({ page }) => {
    await page.locator('[name=from]').fill(daysAgo(2));
    await page.locator('[name=to]').fill(daysAgo(-30));
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText(/^33 days, .* today so far included\.$/)).toBeVisible();
    const table = await openTable(page, 'Execution Trends');
    await expect(table.locator('tbody tr')).toHaveCount(3);
    expect((await savedCsv(page, 'Execution Trends')).lines).toHaveLength(4);
  });

  test('wholly to come says so', async ({ page }) => {
    await page.locator('[name=from]').fill(daysAgo(-2));
    await page.locator('[name=to]').fill(daysAgo(-30));
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Its days are still to come. Choose other days.')).toBeVisible();
  });

  test('with nothing in it says when there was something', async ({ page }) => {
    await page.locator('[name=from]').fill('2020-02-01');
    await page.locator('[name=to]').fill('2020-02-29');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('No executions in this range')).toBeVisible();
    await expect(
      page.getByText(/^Your executions begin on \w+ \d+, \d{4}\. Choose other days\.$/),
    ).toBeVisible();
    await expect(page.getByText('No templates used in this range')).toBeVisible();
    await expectAccessible(page);
  });
});

test('what was begun before the numbers arrived is kept', async ({ page }) => {
  await signIn(page, developer);
  const release = await holdOperation(page, 'DeveloperDashboard');
  await page.goto('/dashboard');
  await range(page).getByRole('button', { name: 'Custom' }).click();
  await page.locator('[name=from]').fill(custom.from);
  release();
  await expect(line(page)).toBeVisible();
  await expect(page.locator('[name=from]')).toHaveValue(custom.from);
});

test('while another range is awaited what is shown stays, named and marked as busy', async ({ page }) => {
  await openDashboard(page);
  const release = await holdOperation(page, 'DeveloperDashboard');
  await range(page).getByRole('button', { name: '90 days' }).click();
  await expect(page.getByText('Loading your dashboard...', { exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toBeVisible();
  await expect(page.getByText(/^30 days, /)).toBeVisible();
  release();
  await expect(page.getByText(/^90 days, /)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
});

const isOf90Days = (request: Request) => request.postDataJSON()?.variables?.days === 90;

test('the answer for a range that was left does not replace the one chosen after it', async ({ page }) => {
  await openDashboard(page);
  const { held, release } = latch();
  await interceptOperation(page, 'DeveloperDashboard', async (route) => {
    if (route.request().postDataJSON().variables.days === 90) await held;
    await route.continue().catch(() => undefined);
  });
  await range(page).getByRole('button', { name: '90 days' }).click();
  const late = page.waitForEvent('requestfinished', isOf90Days).catch(() => undefined);
  const given = page.waitForEvent('requestfailed', isOf90Days).catch(() => undefined);
  await range(page).getByRole('button', { name: '7 days' }).click();
  await expect(page.getByText(/^7 days, /)).toBeVisible();
  release();
  // Answered late, or given up by the page: either way it is over.
  await Promise.race([late, given]);
  await expect(page.getByText(/^7 days, /)).toBeVisible();
});

test('a range that cannot be loaded says so, and another can be chosen', async ({ page }) => {
  await openDashboard(page);
  const recover = await interceptOperation(page, 'DeveloperDashboard', refuse('no'));
  await range(page).getByRole('button', { name: '90 days' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load dashboard.' })).toBeVisible();
  await expect(line(page)).toHaveCount(0);
  await recover();
  await range(page).getByRole('button', { name: '7 days' }).click();
  await expect(page.getByText(/^7 days, /)).toBeVisible();
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

test('if the file cannot be made, the page says so, and it can be tried again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The CSV file was not made/);
  await openDashboard(page);
  let refused = 0;
  await page.route('**/_next/static/chunks/**', (route) => {
    refused += 1;
    return route.abort();
  });
  await section(page, 'Execution Trends').getByRole('button', { name: 'Download CSV' }).click();
  await expect(page.getByText('Not downloaded. Please try again.')).toBeVisible();
  expect(refused).toBeGreaterThan(0);
  await expectAccessible(page);
});
