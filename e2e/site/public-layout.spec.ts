import { expect, expectAccessible, signIn, test } from '@/e2e/fixtures';
import { brand } from '@/lib/config/brand';

test('a site built in another year shows the current one', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2041-05-01T12:00:00Z'));
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(`© 2041 ${brand.company}`);
});

test('the first Tab stop skips to the content', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('on a phone the links are behind a menu button', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Menu' });
  const docs = page.getByRole('banner').getByRole('link', { name: 'Docs' });
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(docs).toBeHidden();
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(docs).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(docs).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(docs).toBeHidden();
});

test('nothing in the header moves when the session is known', async ({ page }) => {
  await signIn(page, 'admin@acme.test');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/graphql', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/');
  const boxes = () =>
    Promise.all(
      [
        page.getByRole('banner'),
        page.getByRole('link', { name: 'Contact', exact: true }),
        page.locator('h1'),
      ].map((part) => part.boundingBox()),
    );
  await page.evaluate(() => document.fonts.ready);
  const before = await boxes();
  await expect(page.getByRole('navigation', { name: 'Account' })).toHaveCount(0);
  release();
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible();
  expect(await boxes()).toEqual(before);
});

test('a visitor whom the address of the sign-in page redirects to the site root finds no dialog open', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
