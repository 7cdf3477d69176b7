import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, interceptOperation } from '@/e2e/intercept-operation';
import { openOwnAccount } from '@/e2e/own-account';
import { account, dialogOf, expectLedOut, returnToTab } from '@/e2e/session/session-page';
import { openAdmin, region } from './admin-page';

const list = (page: Page) => region(page, 'Existing Users');
const row = (page: Page, email: string) => list(page).locator('tbody tr').filter({ hasText: email });
const said = (page: Page, text: string) => list(page).getByRole('status').filter({ hasText: text });
const banner = (page: Page, email: string) =>
  page.getByRole('alertdialog', { name: `Temporary password for ${email}` });

async function openUsers(page: Page) {
  const { admin } = await openOwnAccount();
  await openAdmin(page, '/users', admin.email);
}

/** Signs a person in on the page that has asked for it. */
async function signInWith(page: Page, email: string, password: string) {
  await dialogOf(page).locator('[name=email]').fill(email);
  await dialogOf(page).locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await expect(account(page)).toContainText('DEVELOPER');
}

test('a user who is invited signs in, is edited, is signed out when disabled, and is let in again with a new password', async ({
  page,
  browser,
}) => {
  await openUsers(page);
  const email = `rosa-${process.pid}-${Date.now()}@umbra.test`;
  const form = region(page, 'Invite New User');
  await form.locator('[name=email]').fill(email);
  await form.locator('[name=first_name]').fill('Rosa');
  await form.getByRole('button', { name: 'Invite' }).click();
  const password = await banner(page, email).locator('code').innerText();
  await banner(page, email).getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expectLedOut(other);
  await signInWith(other, email, password);
  await expect(other).toHaveURL('/dashboard');

  await row(page, email)
    .getByRole('button', { name: `Edit ${email}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.locator('[name=last_name]').fill('Luz');
  await page.keyboard.press('Enter');
  await expect(said(page, 'User updated.')).toBeVisible();
  await expect(row(page, email)).toContainText('Rosa Luz');

  await row(page, email)
    .getByRole('button', { name: `Disable ${email}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await expect(said(page, 'Rosa Luz is disabled.')).toBeVisible();
  await returnToTab(other);
  await expectLedOut(other);

  await row(page, email)
    .getByRole('button', { name: `Enable ${email}` })
    .click();
  await expect(said(page, 'Rosa Luz can sign in again')).toBeVisible();
  await row(page, email)
    .getByRole('button', { name: `Edit ${email}` })
    .click();
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset password' }).click();
  const reset = await banner(page, email).locator('code').innerText();
  expect(reset).not.toBe(password);
  await signInWith(other, email, reset);
  await context.close();
});

test('if there is no network, the page says so, and can be tried again', async ({
  page,
  expectedConsole,
}) => {
  const [failure] = callFailures;
  expectedConsole.push(...failure.console, /A list of User couldn't be loaded/);
  const recover = await interceptOperation(page, 'AdminUsers', failure.handle);
  await openUsers(page);
  await expect(list(page).getByRole('alert')).toHaveText("Users couldn't be loaded.");
  await expectAccessible(page);
  await recover();
  await list(page).getByRole('button', { name: 'Try again' }).click();
  await expect(list(page).locator('tbody tr')).toHaveCount(1);
  await expect(list(page).getByRole('heading', { name: 'Existing Users' })).toBeFocused();
});
