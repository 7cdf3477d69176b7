import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { openAdmin, region } from './admin-page';

const failed = 'The account could not be loaded.';
const logged = /The account could not be loaded/;

test('while the account loads it says so, with blocks of its size', async ({ page }) => {
  const release = await holdOperation(page, 'AdminAccount');
  await openAdmin(page, '/account');
  const line = page.getByRole('status').filter({ hasText: 'Loading account...' });
  await expect(line).toHaveText('Loading account...');
  await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
  await expect(region(page, 'Company Profile')).toHaveCount(0);
  await expectAccessible(page);
  release();
  await expect(region(page, 'Company Profile')).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('the sections are in their order', async ({ page }) => {
  await openAdmin(page, '/account');
  await expect(region(page, 'Company Profile')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Company Profile',
    'Subscription Plan',
    'Billing Information',
    'Invoices',
  ]);
});

for (const { name, console, handle } of [
  ...callFailures,
  { name: 'the API refuses', console: [], handle: refuse('no') },
]) {
  test(`if ${name}, the page says so, and it can be tried again by keyboard`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...console, logged);
    const recover = await interceptOperation(page, 'AdminAccount', handle);
    await openAdmin(page, '/account');
    const alert = page.getByRole('alert').filter({ hasText: failed });
    await expect(alert).toBeVisible();
    await expectAccessible(page);
    await recover();
    await page.getByRole('button', { name: 'Try again' }).first().press('Enter');
    await expect(region(page, 'Company Profile')).toBeVisible();
    await expect(alert).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}
