import type { Page, Route } from '@playwright/test';
import { brand } from '@/lib/config/brand';
import { formatDollars } from '@/lib/format/money';
import { formatCount, formatCountInProse } from '@/lib/format/number';
import { formatPercent } from '@/lib/format/percent';
import { ask } from './ask';
import { demoPassword, expect, expectAccessible, requestToken, signIn, storedToken, test } from './fixtures';
import { interceptOperation, latch } from './intercept-operation';

const developer = 'dev@acme.test';
const newcomer = 'admin@initech.test';
const bystander = 'dev@globex.test';

type Usage = {
  userDashboardStats: { totalExecutions: number; estimatedCost: number; successRate: number };
  usageByUser: { date: string; requestCount: number }[];
  topTemplatesByUser: { name: string; totalExecutions: number }[];
};

async function usageOf(page: Page): Promise<Usage> {
  const { me } = await ask<{ me: { id: string } }>(page, '{ me { id } }');
  return ask<Usage>(
    page,
    `query Expected($id: ID!) {
      userDashboardStats(userId: $id) { totalExecutions estimatedCost successRate }
      usageByUser(userId: $id, timeframe: "daily") { date requestCount }
      topTemplatesByUser(userId: $id, limit: 5) { name totalExecutions }
    }`,
    { id: me.id },
  );
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openDashboard(page: Page, email: string) {
  await signIn(page, email);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'My Developer Dashboard' })).toBeVisible();
}

async function rowsOf(page: Page, name: string): Promise<string[][]> {
  const rows = await page
    .getByRole('table', { name: `${name}, table` })
    .locator('tbody tr')
    .all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

test.describe('with usage', () => {
  test.beforeEach(async ({ page }) => {
    await openDashboard(page, developer);
  });

  test("shows the API's own numbers", async ({ page }) => {
    const { userDashboardStats: stats } = await usageOf(page);
    expect(stats.totalExecutions).toBeGreaterThan(0);
    const summary = section(page, 'Usage Summary');
    const executions = formatCountInProse(stats.totalExecutions);
    await expect(
      summary.getByText(`You've run ${executions} workflows this month.`, { exact: true }),
    ).toBeVisible();
    const rate = `Workflow Success Rate: ${formatPercent(stats.successRate)}`;
    await expect(summary.getByText(rate, { exact: true })).toBeVisible();
    await expect(
      summary.getByText(`Estimated cost this month: ${formatDollars(stats.estimatedCost)}`),
    ).toBeVisible();
  });

  test('draws a line 300 px high and bars 250 px high, each told in words', async ({ page }) => {
    const line = section(page, 'Execution Trends').getByRole('img');
    await expect(line).toHaveAccessibleName(/^Line chart of executions per day, .* executions? in all/);
    await expect.poll(async () => (await line.boundingBox())?.height).toBe(300);
    const bars = section(page, 'Top Templates Used').getByRole('img');
    await expect(bars).toHaveAccessibleName(/^Bar chart of executions per template: /);
    await expect.poll(async () => (await bars.boundingBox())?.height).toBe(250);
  });

  test('has tables of the same numbers, opened from the keyboard', async ({ page }) => {
    const usage = await usageOf(page);
    for (const name of ['Execution Trends', 'Top Templates Used']) {
      await section(page, name).getByText('View as table').focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('table', { name: `${name}, table` })).toBeVisible();
    }
    const days = await rowsOf(page, 'Execution Trends');
    expect(days.map(([, count]) => count)).toEqual(
      usage.usageByUser.map((day) => formatCount(day.requestCount)),
    );
    expect(days.at(-1)?.[0]).toMatch(/ UTC, so far$/);
    expect(await rowsOf(page, 'Top Templates Used')).toEqual(
      usage.topTemplatesByUser.map((template) => [template.name, formatCount(template.totalExecutions)]),
    );
    await expectAccessible(page);
  });

  test('asks for everything in one request', async ({ page }) => {
    let requests = 0;
    await interceptOperation(page, 'DeveloperDashboard', (route) => {
      requests += 1;
      return route.continue();
    });
    await page.reload();
    await expect(section(page, 'Top Templates Used').getByRole('img')).toBeVisible();
    expect(requests).toBe(1);
  });

  test('fits a narrow and a wide page', async ({ page }) => {
    for (const width of [360, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const line = section(page, 'Execution Trends').getByRole('img');
      await expect.poll(async () => ((await line.boundingBox())?.width ?? width) < width).toBe(true);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0);
    }
  });

  test('is accessible', async ({ page }) => {
    await expect(section(page, 'Top Templates Used').getByRole('img')).toBeVisible();
    await expectAccessible(page);
  });
});

test('says that it is loading, above blocks of the size of what comes', async ({ page }) => {
  await signIn(page, developer);
  const { held, release } = latch();
  await interceptOperation(page, 'DeveloperDashboard', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByText('Loading your dashboard...', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const boxes = () =>
    Promise.all(
      ['Execution Trends', 'Top Templates Used'].map((name) =>
        page.getByRole('heading', { name }).boundingBox(),
      ),
    );
  const before = await boxes();
  release();
  await expect(section(page, 'Top Templates Used').getByRole('img')).toBeVisible();
  await expect(page.getByText('Loading your dashboard...')).toHaveCount(0);
  expect(await boxes()).toEqual(before);
});

const failures: [name: string, expected: RegExp[], (route: Route) => Promise<void>][] = [
  ['there is no network', [/Failed to load resource/], (route) => route.abort()],
  ['the server fails', [/Failed to load resource/], (route) => route.fulfill({ status: 500, body: 'no' })],
  [
    'the API answers with errors',
    [],
    (route) => route.fulfill({ json: { data: null, errors: [{ message: 'no' }] } }),
  ],
];

for (const [name, expected, handle] of failures) {
  test(`says so where ${name}, and tries again`, async ({ page, expectedConsole }) => {
    expectedConsole.push(...expected);
    await signIn(page, developer);
    const recover = await interceptOperation(page, 'DeveloperDashboard', handle);
    await page.goto('/dashboard');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load dashboard.' });
    await expect(alert).toBeVisible();
    await expectAccessible(page);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(alert).toBeVisible();
    await recover();
    await again.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^You've run [\d,]+ workflows this month\.$/)).toBeVisible();
    await expect(alert).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}

test('tells a new account what to do first', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDashboard(page, newcomer);
  await expect(page.getByText("You've run 0 workflows this month.", { exact: true })).toBeVisible();
  await expect(page.getByText('Workflow Success Rate: 0%', { exact: true })).toBeVisible();
  await expect(page.getByText('No executions in the last 30 days')).toBeVisible();
  await expect(page.getByText('No templates used in the last 30 days')).toBeVisible();
  await page.getByRole('button', { name: 'Copy the createAPIKey mutation' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await expectAccessible(page);

  // What was copied does what the page says. In another account: this one stays as empty as other tests need it.
  const token = await requestToken(page, bystander);
  const { createAPIKey } = await ask<{ createAPIKey: { rawKey: string; apiKey: { id: string } } }>(
    page,
    copied,
    {},
    token,
  );
  expect(createAPIKey.rawKey).toMatch(/^sy_live_/);
  const { id } = createAPIKey.apiKey;
  await ask(page, 'mutation Remove($id: ID!) { deleteAPIKey(id: $id) }', { id }, token);
});

test.describe('the session guard', () => {
  test('leads a visitor to signing in, and back to the page that was asked for', async ({ page }) => {
    await page.goto('/dashboard');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL('/');
    await dialog.locator('[name=email]').fill(developer);
    await dialog.locator('[name=password]').fill(demoPassword);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText(/^You've run [\d,]+ workflows this month\.$/)).toBeVisible();
  });

  test('says that it is loading while the session is checked', async ({ page }) => {
    await signIn(page, developer);
    const { held, release } = latch();
    await page.route('**/api/graphql', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/dashboard');
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'My Developer Dashboard' })).toBeVisible();
  });

  test('leads out when the stored token is gone', async ({ page }) => {
    await openDashboard(page, developer);
    await page.evaluate((key) => localStorage.removeItem(key), brand.sessionKey);
    await page.reload();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('leads out when the server has ended the session', async ({ page }) => {
    await openDashboard(page, developer);
    await ask(page, 'mutation { signOut }');
    await page.reload();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  });

  test('leads out when the session ends under an open page', async ({ page }) => {
    await signIn(page, developer);
    const recover = await interceptOperation(page, 'DeveloperDashboard', (route) =>
      route.fulfill({ json: { data: null, errors: [{ message: 'no' }] } }),
    );
    await page.goto('/dashboard');
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to load dashboard.' })).toBeVisible();
    await ask(page, 'mutation { signOut }');
    await recover();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});
