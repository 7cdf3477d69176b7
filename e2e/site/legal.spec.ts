import { expect, test } from '@/e2e/fixtures';

test('the contents of a legal text lead to its sections by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/terms');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Changes' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/terms#changes');
  await expect(page.getByRole('heading', { name: 'Changes' })).toBeInViewport();
});
