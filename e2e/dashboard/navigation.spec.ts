import { demoPassword, expect, signIn, test } from '@/e2e/fixtures';
import { delayResponses } from '@/e2e/slow-line';

const admin = 'admin@acme.test';

test.describe('after signing in', () => {
  test('the dialog stays until the page is there', async ({ page }) => {
    await page.goto('/dashboard/admin/apikeys');
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.locator('[name=email]').fill(admin);
    await dialog.locator('[name=password]').fill(demoPassword);
    await delayResponses(page, 2_000);
    const without = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const observer = new MutationObserver(() => {
            if (location.pathname !== '/') resolve(true);
            else if (!document.querySelector('[role=dialog]')) resolve(false);
            else return;
            observer.disconnect();
          });
          observer.observe(document, { childList: true, subtree: true });
        }),
    );
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Signing in...' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API Keys', { timeout: 30_000 });
    expect(await without, 'the dialog is on screen until the address changes').toBe(true);
  });
});

test.describe('without a connection', () => {
  test('a link keeps the page, says so, and continues once the connection is back', async ({
    page,
    context,
    expectedConsole,
  }) => {
    expectedConsole.push(/ERR_INTERNET_DISCONNECTED/, /could not be checked/);
    await signIn(page, admin);
    await page.goto('/dashboard/admin/users');
    await expect(page.locator('tbody tr').last()).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Audit Logs' }).click();
    await expect(page.getByText("You're offline. The page opens when the connection is back.")).toBeVisible();
    await expect(page.locator('tbody tr').last()).toBeVisible();
    await expect(page).toHaveURL('/dashboard/admin/users');
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Logs');
    await expect(page.getByText("You're offline.")).toBeHidden();
  });
});

test.describe('a changed form', () => {
  test("isn't left by the browser's Back unasked", async ({ page }) => {
    await signIn(page, admin);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const name = page.locator('[name=first_name]');
    await name.click();
    await page.keyboard.type('typed');
    await page.evaluate(() => history.back());
    const question = page.getByRole('alertdialog', { name: 'Leave this page?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL('/dashboard/account');
    await expect(name).toHaveValue(/typed/);
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Developer Dashboard');
  });
});
