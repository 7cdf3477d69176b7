import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation } from '@/e2e/intercept-operation';
import {
  account,
  developer,
  dialogOf,
  expectLedOut,
  removeToken,
  signInByDialog,
  title,
} from '@/e2e/session/session-page';
import { adminNavigation } from '@/lib/config/navigation';
import { openAdmin, sidewaysScroll } from './admin-page';

const admin = 'admin@initech.test';
const nav = (page: Page) => page.getByRole('navigation', { name: 'Switchyard Admin' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const links = adminNavigation.flatMap((group) => group.links);

test.describe('the console', () => {
  test('has its six pages in two groups, the open one in green', async ({ page }) => {
    await openAdmin(page, '', admin);
    await expect(nav(page).getByRole('link')).toHaveText([
      'Dashboard Overview',
      'Account Details',
      'Manage Users',
      'API Keys',
      'Usage Reports',
      'Audit Logs',
    ]);
    await expect(nav(page).getByText('Overview', { exact: true })).toBeVisible();
    await expect(nav(page).getByText('Account', { exact: true })).toBeVisible();
    for (const { label, href } of links) {
      await nav(page).getByRole('link', { name: label, exact: true }).click();
      await expect(page).toHaveURL(href);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(label);
      const current = nav(page).locator('[aria-current=page]');
      await expect(current).toHaveText(label);
      await expect(current).toHaveCSS('color', 'rgb(61, 220, 139)');
    }
    await expect(nav(page).locator('xpath=ancestor::div[contains(@class,"bg-black")]')).toHaveCSS(
      'background-color',
      'rgb(0, 0, 0)',
    );
    await expect(account(page)).toContainText('ADMIN');
  });

  test('is a link of the header away', async ({ page }) => {
    await signIn(page, admin);
    await page.goto('/dashboard');
    await account(page).getByRole('link', { name: 'Admin' }).click();
    await expect(page).toHaveURL('/dashboard/admin');
    await expect(account(page).getByRole('link', { name: 'Admin' })).toHaveAttribute('aria-current', 'page');
    await expect(heading(page, 'Dashboard Overview')).toBeVisible();
  });

  test('has its pages in a drawer if the screen is small', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await openAdmin(page, '', admin);
    const button = page.getByRole('button', { name: 'Pages' });
    await button.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Switchyard Admin' });
    await expect(drawer.getByRole('link')).toHaveCount(6);
    await expect(drawer.locator('[aria-current=page]')).toHaveText('Dashboard Overview');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await drawer.getByRole('link', { name: 'Usage Reports' }).click();
    await expect(heading(page, 'Usage Reports')).toBeVisible();
    await expect(drawer).toBeHidden();
    expect(await sidewaysScroll(page)).toBe(0);
  });

  test('shows a page from its top, however far down the one before was read', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await openAdmin(page, '/users', 'admin@acme.test');
    await expect(page.locator('tbody tr').last()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 2_000));
    await page.getByRole('button', { name: 'Pages' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'API Keys' }).click();
    await expect(page.locator('tbody tr').last()).toBeVisible();
    await expect(heading(page, 'API Keys')).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});

test.describe('the guard', () => {
  test('shows nothing until it is known who is there', async ({ page }) => {
    await signIn(page, admin);
    const release = await holdOperation(page, 'Me');
    await page.goto('/dashboard/admin/users');
    await expect(page.locator('body')).toHaveText('', { useInnerText: true });
    release();
    await expect(heading(page, 'Manage Users')).toBeVisible();
  });

  for (const { href } of links)
    test(`leads a developer from ${href} to the dashboard`, async ({ page }) => {
      await signIn(page, developer);
      await page.goto(href);
      await expect(page).toHaveURL('/dashboard');
      await expect(title(page)).toBeVisible();
      await expect(nav(page)).toHaveCount(0);
    });

  test('leads a visitor out, and after signing in to the page that was asked for', async ({ page }) => {
    await page.goto('/dashboard/admin/usage?days=7');
    await expectLedOut(page);
    await signInByDialog(page, admin);
    await expect(page).toHaveURL('/dashboard/admin/usage?days=7');
    await expect(heading(page, 'Usage Reports')).toBeVisible();
  });

  test('leads a visitor who signs in as a developer to the dashboard', async ({ page }) => {
    await page.goto('/dashboard/admin/usage');
    await expectLedOut(page);
    await signInByDialog(page, developer);
    await expect(page).toHaveURL('/dashboard');
    await expect(title(page)).toBeVisible();
  });

  test('is left once the session is gone, with nothing of the console left on screen', async ({ page }) => {
    await openAdmin(page, '/users', admin);
    // A call still under way would lead out before the link does.
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await removeToken(page);
    await nav(page).getByRole('link', { name: 'API Keys' }).click();
    await expectLedOut(page);
    await expect(nav(page)).toHaveCount(0);
    await signInByDialog(page, admin);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Manage Users|API Keys)$/);
    await expect(nav(page)).toBeVisible();
  });

  const [offline] = callFailures;
  test('leaves the page if the session cannot be checked, and returns once it can', async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...offline.console, /The session could not be checked/);
    await signIn(page, admin);
    const recover = await interceptOperation(page, 'Me', offline.handle);
    await page.goto('/dashboard/admin/audit-logs');
    await expectLedOut(page);
    await recover();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page).toHaveURL('/dashboard/admin/audit-logs');
    await expect(dialogOf(page)).toHaveCount(0);
  });
});
