import type { Page, Route } from '@playwright/test';
import { ask } from '@/e2e/ask';
import {
  demoPassword,
  expect,
  expectAccessible,
  readClipboard,
  signIn,
  storedToken,
  test,
} from '@/e2e/fixtures';
import { holdOperation, interceptOperation, latch } from '@/e2e/intercept-operation';
import { createPerson } from '@/e2e/person';
import { brand } from '@/lib/config/brand';
import { formatDollars } from '@/lib/format/money';
import { formatCountInProse } from '@/lib/format/number';
import { formatPercent } from '@/lib/format/percent';

const developer = 'dev@acme.test';

interface Stats {
  from: string;
  to: string;
  totalExecutions: number;
  estimatedCost: number;
  successRate: number;
}

const stats = 'from to totalExecutions estimatedCost successRate';

async function monthOf(page: Page): Promise<Stats & { previous: Stats }> {
  const { me } = await ask<{ me: { id: string } }>(page, '{ me { id } }');
  const { month } = await ask<{ month: Stats & { previous: Stats } }>(
    page,
    `query Expected($id: ID!) { month: userDashboardStats(userId: $id) { ${stats} previous { ${stats} } } }`,
    { id: me.id },
  );
  return month;
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openDashboard(page: Page, email: string) {
  await signIn(page, email);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'My Developer Dashboard' })).toBeVisible();
}

test.describe('with usage', () => {
  test.beforeEach(async ({ page }) => {
    await openDashboard(page, developer);
  });

  test("shows the API's own month, compared with the same days of the last one", async ({ page }) => {
    const month = await monthOf(page);
    expect(month.totalExecutions).toBeGreaterThan(0);
    const summary = section(page, 'Usage Summary');
    const executions = formatCountInProse(month.totalExecutions);
    await expect(
      summary.getByText(`You've run ${executions} workflows this month.`, { exact: true }),
    ).toBeVisible();
    const rate = `Workflow Success Rate: ${formatPercent(month.successRate)}`;
    await expect(summary.getByText(rate, { exact: true })).toBeVisible();
    await expect(
      summary.getByText(`Estimated cost this month: ${formatDollars(month.estimatedCost)}`),
    ).toBeVisible();
    const before = month.previous;
    expect(before.from.slice(8)).toBe('01');
    const change = (100 * (month.totalExecutions - before.totalExecutions)) / before.totalExecutions;
    const sign = change > 0 ? '+' : '';
    const text = `${sign}${Math.round(change * 10) / 10}% from ${formatCountInProse(before.totalExecutions)}`;
    await expect(summary.getByText(text, { exact: true })).toBeVisible();
  });

  test('draws a line 300 px high and bars 250 px high, each described in words', async ({ page }) => {
    const line = section(page, 'Execution Trends').getByRole('img');
    await expect(line).toHaveAccessibleName(/^Line chart of executions per day, .* executions? in all/);
    await expect.poll(async () => (await line.boundingBox())?.height).toBe(300);
    const bars = section(page, 'Top Templates Used').getByRole('img');
    await expect(bars).toHaveAccessibleName(/^Bar chart of executions per template: /);
    await expect.poll(async () => (await bars.boundingBox())?.height).toBe(250);
  });

  test('opens the tables from the keyboard, and marks today as not over', async ({ page }) => {
    for (const name of ['Execution Trends', 'Top Templates Used']) {
      await section(page, name).getByText('View as table').focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('table', { name: `${name}, table` })).toBeVisible();
    }
    const days = page.getByRole('table', { name: 'Execution Trends, table' }).locator('tbody tr');
    await expect(days).toHaveCount(30);
    await expect(days.last().locator('th')).toHaveText(/, so far$/);
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

  test('is printed with its tables open, without header and buttons', async ({ page }) => {
    await expect(section(page, 'Top Templates Used').getByRole('img')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(
      page.getByRole('table', { name: 'Execution Trends, table' }).getByText('Total'),
    ).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByRole('group', { name: 'Range' })).toBeHidden();
    await page.setViewportSize({ width: 600, height: 900 });
    const line = await section(page, 'Execution Trends').getByRole('img').boundingBox();
    expect((line?.x ?? 0) + (line?.width ?? 0)).toBeLessThanOrEqual(600);
  });

  test('is accessible', async ({ page }) => {
    await expect(section(page, 'Top Templates Used').getByRole('img')).toBeVisible();
    await expectAccessible(page);
  });
});

test('a month without any work is not held against the success rate of the last', async ({ page }) => {
  await signIn(page, developer);
  await interceptOperation(page, 'DeveloperDashboard', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const nothing = { totalExecutions: 0, totalTokens: 0, estimatedCost: 0, successRate: 0 };
    Object.assign(json.data.month, nothing);
    await route.fulfill({ response, json });
  });
  await page.goto('/dashboard');
  const summary = section(page, 'Usage Summary');
  await expect(summary.getByText('Workflow Success Rate: 0%', { exact: true })).toBeVisible();
  await expect(summary.getByText(/^\d+% in those days$/)).toBeVisible();
  await expect(summary.getByText('-100% from', { exact: false }).first()).toBeVisible();
  await expect(summary.getByText(/point/)).toHaveCount(0);
});

test('says that it is loading, above blocks of the size of what comes', async ({ page }) => {
  await signIn(page, developer);
  const release = await holdOperation(page, 'DeveloperDashboard');
  await page.goto('/dashboard');
  await expect(page.getByText('Loading your dashboard...', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const boxes = () =>
    Promise.all(
      ['Usage Summary', 'Execution Trends', 'Top Templates Used'].map(async (name) => {
        const box = await page.getByRole('heading', { name }).boundingBox();
        return box && [Math.round(box.x), Math.round(box.y)];
      }),
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
  test(`says so if ${name}, and tries again`, async ({ page, expectedConsole }) => {
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

test('leads a new account to its first key and its first call, and marks what is done', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await createPerson(page);
  await openDashboard(page, person.email);
  await expect(page.getByText("You've run 0 workflows this month.", { exact: true })).toBeVisible();
  await expect(page.getByText('Workflow Success Rate: 0%', { exact: true })).toBeVisible();
  await expect(page.getByText('No executions yet')).toBeVisible();
  await expect(page.getByText('No templates used in this range')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText('(done)')).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy the first call' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveText('Copied');
  const command = await readClipboard(page);
  await page.getByRole('link', { name: 'Create an API key' }).click();
  await expect(page).toHaveURL('/dashboard/account#api-keys');

  // What was copied is what a first call is: its address and body, with a key in the place of the variable.
  const { createAPIKey } = await ask<{ createAPIKey: { rawKey: string } }>(
    page,
    'mutation { createAPIKey(scopes: {}) { rawKey } }',
  );
  const [, url = ''] = /curl -s (\S+)/.exec(command) ?? [];
  const [, body = ''] = /-d '(.*)'/.exec(command) ?? [];
  const call = async (key: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (await page.request.post(url, { headers, data: body })).json();
  };
  expect((await call('')).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  expect((await call(createAPIKey.rawKey)).data.myApiKeys).toHaveLength(1);
  await page.goto('/dashboard');
  await expect(page.getByRole('listitem').filter({ hasText: '(done)' })).toHaveText([
    /Create your first API key/,
    /Make the first call/,
  ]);
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

  test('leaves the page when the stored token is gone', async ({ page }) => {
    await openDashboard(page, developer);
    await page.evaluate((key) => localStorage.removeItem(key), brand.sessionKey);
    await page.reload();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('leaves the page when the server has ended the session', async ({ page }) => {
    await openDashboard(page, developer);
    await ask(page, 'mutation { signOut }');
    await page.reload();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  });

  test('leaves the page when the session ends under an open page', async ({ page }) => {
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
