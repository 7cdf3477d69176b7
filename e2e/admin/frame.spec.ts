import type { Page } from '@playwright/test';
import { expect, signIn, test } from '@/e2e/fixtures';
import { callFailures, interceptOperation } from '@/e2e/intercept-operation';
import { account, dialogOf, expectLedOut } from '@/e2e/session/session-page';
import { adminNavigation } from '@/lib/config/navigation';
import { openAdmin } from './admin-page';

const admin = 'admin@initech.test';
const nav = (page: Page) => page.getByRole('navigation', { name: 'Switchyard Admin' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const links = adminNavigation.flatMap((group) => group.links);

test.describe('the console', () => {
  test('has its ten pages in three groups, the open one in green', async ({ page }) => {
    await openAdmin(page, '', admin);
    await expect(nav(page).getByRole('link')).toHaveText([
      'Dashboard Overview',
      'Workflows',
      'Bulk Runs',
      'Reliability',
      'Webhooks',
      'Account Details',
      'Manage Users',
      'API Keys',
      'Usage Reports',
      'Audit Logs',
    ]);
    await expect(nav(page).getByText('Overview', { exact: true })).toBeVisible();
    await expect(nav(page).getByText('Orchestration', { exact: true })).toBeVisible();
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

  test('shows a page from its top, however far down the one before was read', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await openAdmin(page, '/users', 'admin@acme.test');
    await expect(page.locator('tbody tr').last()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 2_000));
    await page.getByRole('button', { name: 'Menu' }).click();
    await nav(page).getByRole('link', { name: 'API Keys' }).click();
    await expect(page.locator('tbody tr').last()).toBeVisible();
    await expect(heading(page, 'API Keys')).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});

test.describe('the guard', () => {
  const [offline] = callFailures;
  test("leaves the page if the session can't be checked, and returns once it can", async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...offline.console, /The session couldn't be checked/);
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
