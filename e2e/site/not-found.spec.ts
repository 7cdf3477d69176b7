import { expect, expectAccessible, test } from '@/e2e/fixtures';

test('the 404 page is accessible, and its button leads home', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource.*404/);
  await page.goto('/nowhere/deeper');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Not Found');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
});
