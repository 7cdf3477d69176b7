import { expect, expectAccessible, test } from '@/e2e/fixtures';

for (const path of ['/nowhere', '/nowhere/deeper', '/dashboards']) {
  test(`${path} is a 404 page with ways on`, async ({ page, expectedConsole }) => {
    expectedConsole.push(/Failed to load resource.*404/);
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle(/^404 - Not Found \|/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Not Found');
    const main = page.getByRole('main');
    await expect(main).toContainText('The page you are looking for does not exist.');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    for (const [name, href] of [
      ['Documentation', '/docs'],
      ['Contact Us', '/contact'],
      ['Sign in', '/dashboard'],
    ] as const)
      await expect(main.getByRole('link', { name })).toHaveAttribute('href', href);
    await expectAccessible(page);
    await main.getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL('/');
  });
}
