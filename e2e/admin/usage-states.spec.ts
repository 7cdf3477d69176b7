import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { openAdmin } from './admin-page';
import { acmeAdmin, altered, emptyAdmin, range, rangeSentence } from './usage-page';

const logged = /The usage reports could not be loaded/;
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Failed to load usage reports.' });
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Usage Reports' });
const table = (page: Page) => page.getByRole('table', { name: 'Usage by day' });

test('says that it loads, in the place of what comes', async ({ page }) => {
  const release = await holdOperation(page, 'UsageReport');
  await openAdmin(page, '/usage', acmeAdmin);
  await expect(title(page)).toBeVisible();
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  await expect(page.locator('main [data-skeleton]')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(table(page)).toBeVisible();
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0);
});

for (const { name, console: messages, handle } of [
  ...callFailures,
  { name: 'the API refuses', console: [], handle: refuse('no') },
]) {
  test(`if ${name}, it says so, and trying again keeps the focus`, async ({ page, expectedConsole }) => {
    expectedConsole.push(...messages, logged);
    const recover = await interceptOperation(page, 'UsageReport', handle);
    await openAdmin(page, '/usage', acmeAdmin);
    await expect(failure(page)).toHaveText('Failed to load usage reports.');
    await expect(table(page)).toHaveCount(0);
    await expectAccessible(page);
    await recover();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(title(page)).toBeFocused();
    await expect(table(page)).toBeVisible();
    await expect(failure(page)).toHaveCount(0);
  });
}

test('a refresh that fails says so and keeps the numbers, and how old they are', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(logged);
  await page.clock.install();
  await openAdmin(page, '/usage', acmeAdmin);
  await expect(table(page)).toBeVisible();
  await page.clock.runFor('03:10');
  const recover = await interceptOperation(page, 'UsageReport', refuse('no'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(failure(page)).toHaveText(
    'Failed to load usage reports. The numbers below are the last ones that were loaded.',
  );
  await expect(table(page)).toBeVisible();
  await expect(page.getByText('Updated 3 minutes ago')).toBeVisible();
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(failure(page)).toHaveCount(0);
  await expect(page.getByText('Updated just now')).toBeVisible();
});

test("a range that cannot be loaded does not show another range's numbers", async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(logged);
  await openAdmin(page, '/usage', acmeAdmin);
  await expect(table(page)).toBeVisible();
  const recover = await interceptOperation(page, 'UsageReport', refuse('no'));
  await range(page).getByRole('button', { name: '90 days' }).click();
  await expect(failure(page)).toHaveText('Failed to load usage reports.');
  await expect(table(page)).toHaveCount(0);
  await recover();
  await range(page).getByRole('button', { name: '7 days' }).click();
  await expect(rangeSentence(page, 7)).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test('a missing account id is logged as Missing account_id, and nothing is requested', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Missing account_id/);
  let requests = 0;
  await interceptOperation(page, 'UsageReport', (route) => {
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
  const message = page.waitForEvent('console', (message) =>
    message.text().includes('Error: Missing account_id'),
  );
  await openAdmin(page, '/usage', acmeAdmin);
  await message;
  await expect(failure(page)).toHaveText('Failed to load usage reports.');
  expect(requests).toBe(0);
});

test('an account without any usage sees what to do next', async ({ page }) => {
  await openAdmin(page, '/usage', emptyAdmin);
  await expect(page.getByText('No executions yet')).toBeVisible();
  await expect(page.locator('main').getByRole('link', { name: 'Manage Users' })).toBeVisible();
  await expect(table(page)).toHaveCount(0);
  await expectAccessible(page);
});

test('days without usage in an account that has some say when that began', async ({ page }) => {
  await openAdmin(page, '/usage?from=2020-02-01&to=2020-02-29', acmeAdmin);
  await expect(page.getByText('No executions in this range')).toBeVisible();
  await expect(
    page.getByText(/^The account's executions begin on \w+ \d+, \d{4}\. Choose other days\.$/),
  ).toBeVisible();
});
