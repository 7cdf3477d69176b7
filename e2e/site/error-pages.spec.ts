import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from '@/e2e/fixtures';
import { brand } from '@/lib/config/brand';

const scripts = '**/_next/static/chunks/**';

test.beforeEach(async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/, /ChunkLoadError/);
  await signIn(page, 'dev@acme.test');
});

/** The page shows the error; with the scripts back, its button opens the page whose title is `heading`. */
async function expectErrorAndRecovery(page: Page, heading: string) {
  const main = page.getByRole('main');
  const title = main.getByRole('alert').getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Unexpected Application Error!');
  // It never reached the server, so the log has nothing that a reference could find.
  await expect(main).not.toContainText('Reference');
  await expect(main.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
  await expectAccessible(page);
  await page.unroute(scripts);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

for (const [from, link, heading] of [
  ['/', 'Dashboard', 'My Developer Dashboard'],
  ['/dashboard', brand.name, brand.tagline],
] as const) {
  test(`if the scripts behind ${link} don't arrive, the page shows the error`, async ({ page }) => {
    await page.goto(from);
    const way = page.getByRole('banner').getByRole('link', { name: link });
    await expect(way).toBeVisible();
    await page.route(scripts, (route) => route.abort());
    await way.click();
    await expectErrorAndRecovery(page, heading);
  });
}

test("if a chart doesn't arrive, the page shows the error in the frame of the site", async ({ page }) => {
  await page.route('**/api/graphql', async (route) => {
    // The page itself is there by now; the charts come after its numbers.
    if (route.request().postData()?.includes('DeveloperDashboard')) {
      await page.route(scripts, (script) => script.abort());
    }
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('alert').getByRole('heading')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('navigation', { name: 'Account' })).toBeVisible();
  await page.unroute('**/api/graphql');
  await expectErrorAndRecovery(page, 'My Developer Dashboard');
});
