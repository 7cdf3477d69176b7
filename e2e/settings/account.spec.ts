import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, expectAccessible, readClipboard, signIn, test } from '@/e2e/fixtures';
import { callFailures, interceptOperation, latch, refuse } from '@/e2e/intercept-operation';

const developer = 'dev@acme.test';
const operation = 'AccountDetails';
const failed = 'Account details could not be loaded.';
const logged = /The account details could not be loaded/;

interface Account {
  id: string;
  account_name: string;
  account_plan_id: string;
  createdAt: string;
  plan: { plan_name: string };
}

const heading = (page: Page) => page.getByRole('heading', { name: 'Account Details' });
const section = (page: Page) => page.getByRole('region', { name: 'Account Details', exact: true });

/** The facts on the screen, by their names. */
async function factsOf(page: Page): Promise<Record<string, string>> {
  const [names, values] = await Promise.all([
    section(page).locator('dt').allInnerTexts(),
    section(page).locator('dd').allInnerTexts(),
  ]);
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

/** Answers with the server's record, changed. */
const changeAccount = (page: Page, changes: object) =>
  interceptOperation(page, operation, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    Object.assign(answer.data.getAccount, changes);
    await route.fulfill({ response, json: answer });
  });

async function openSettings(page: Page) {
  await signIn(page, developer);
  await page.goto('/dashboard/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

test("shows the API's own record, and copies the id", async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSettings(page);
  await expect(heading(page)).toBeVisible();
  const { me } = await ask<{ me: { account_id: string } }>(page, '{ me { account_id } }');
  const { getAccount } = await ask<{ getAccount: Account }>(
    page,
    'query Expected($id: ID!) { getAccount(id: $id) { id account_name account_plan_id createdAt plan { plan_name } } }',
    { id: me.account_id },
  );
  const facts = await factsOf(page);
  expect(Object.keys(facts)).toEqual(['Account Name', 'Account ID', 'Plan ID', 'Status', 'Created At']);
  expect(facts['Account Name']).toBe(getAccount.account_name);
  expect(facts['Account ID']).toContain(getAccount.id);
  expect(facts['Plan ID']).toContain(getAccount.account_plan_id);
  expect(facts['Plan ID']).toContain(getAccount.plan.plan_name);
  expect(facts.Status).toBe('Active');
  const day = new Date(Number(getAccount.createdAt)).toISOString().slice(0, 10);
  expect(facts['Created At']).toMatch(new RegExp(`^${day}\\s+\\S`));
  await section(page).getByRole('button', { name: 'Copy account ID' }).click();
  await expect(section(page).getByRole('status')).toHaveText('Copied');
  expect(await readClipboard(page)).toBe(getAccount.id);
  await expectAccessible(page);
});

test('the sections are in their order, the placeholders say what is to come', async ({ page }) => {
  await openSettings(page);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Profile',
    'Security & Access',
    'Where you are signed in',
    'API Keys',
    'Account Details',
    'Preferences',
  ]);
  expect(
    await page
      .getByRole('main')
      .locator('section[id]')
      .evaluateAll((all) => all.map(({ id }) => id)),
  ).toEqual(['profile', 'security', 'sessions', 'api-keys', 'account', 'preferences']);
  const preferences = page.getByRole('region', { name: 'Preferences' });
  await expect(
    preferences.getByText('Language and dark mode are coming soon.', { exact: true }),
  ).toBeVisible();
});

test('a canceled account says so, in a word', async ({ page }) => {
  await changeAccount(page, { status: 'CANCELED' });
  await openSettings(page);
  await expect(heading(page)).toBeVisible();
  expect((await factsOf(page)).Status).toBe('Canceled');
  await expectAccessible(page);
});

test('an invalid date says so, and a long name wraps', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await changeAccount(page, { createdAt: 'soon', account_name: 'n'.repeat(120) });
  await openSettings(page);
  await expect(heading(page)).toBeVisible();
  expect((await factsOf(page))['Created At']).toBe('Invalid Date');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('until it is loaded there is no heading but a block of its size', async ({ page }) => {
  const { held, release } = latch();
  await interceptOperation(page, operation, async (route) => {
    await held;
    await route.continue();
  });
  await openSettings(page);
  await expect(page.locator('#account [data-skeleton]')).toBeVisible();
  await expect(heading(page)).toHaveCount(0);
  await expectAccessible(page);
  const top = async () => (await page.getByRole('heading', { name: 'Preferences' }).boundingBox())?.y ?? 0;
  // The keys above settle first: they are another call's.
  await expect(page.locator('#api-keys [data-skeleton]')).toHaveCount(0);
  const before = await top();
  release();
  await expect(heading(page)).toBeVisible();
  expect(Math.abs((await top()) - before)).toBeLessThan(8);
});

for (const { name, console, handle } of [
  ...callFailures,
  { name: 'the API refuses', console: [], handle: refuse('no') },
]) {
  test(`if ${name}, the section is hidden, which is logged, and can be tried again`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...console, logged);
    const warned = page.waitForEvent('console', (message) => logged.test(message.text()));
    const recover = await interceptOperation(page, operation, handle);
    await openSettings(page);
    const alert = page.getByRole('alert').filter({ hasText: failed });
    await expect(alert).toBeVisible();
    await warned;
    await expect(heading(page)).toHaveCount(0);
    await expect(section(page)).toHaveCount(0);
    await expectAccessible(page);

    const again = page.locator('#account').getByRole('button', { name: 'Try again' });
    const warnedAgain = page.waitForEvent('console', (message) => logged.test(message.text()));
    await again.focus();
    await page.keyboard.press('Enter');
    await warnedAgain;
    await expect(alert).toBeVisible();
    // Not lost: the next Tab leads to the button.
    await page.keyboard.press('Tab');
    await expect(again).toBeFocused();

    await recover();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toBeVisible();
    await expect(alert).toHaveCount(0);
    await page.keyboard.press('Tab');
    await expect(section(page).getByRole('button', { name: 'Copy account ID' })).toBeFocused();
  });
}
