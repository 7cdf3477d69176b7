import { expect, expectAccessible, signIn, test } from '@/e2e/fixtures';
import { brand } from '@/lib/config/brand';

test('the header leads home, to the docs and to contact', async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: brand.name })).toHaveAttribute('href', '/');
  await expect(header.getByRole('link', { name: 'Docs' })).toHaveAttribute('href', '/docs');
  await expect(header.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact');
});

test('the footer has two columns and the copyright line', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  const column = (name: string) => footer.getByRole('navigation', { name }).getByRole('link');
  await expect(column('Product')).toHaveText(['Documentation', 'Contact Us']);
  await expect(column('Legal')).toHaveText(['Terms of Use', 'Privacy Policy']);
  const hrefs = await footer.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  expect(hrefs).toEqual(['/docs', '/contact', '/terms', '/privacy']);
  await expect(footer).toContainText(`© ${new Date().getUTCFullYear()} ${brand.company}`);
});

test('a site built in another year shows the current one', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2041-05-01T12:00:00Z'));
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(`© 2041 ${brand.company}`);
});

test('the HTML contains the landing page, with its figures', async ({ page }) => {
  const html = await (await page.request.get('/')).text();
  for (const text of ['Alpha Access Coming Soon', brand.tagline, 'core problems solved', 'CLI + SDK']) {
    expect(html).toContain(text);
  }
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(brand.tagline);
  await expect(page.getByRole('link', { name: 'View Docs' })).toHaveAttribute('href', '/docs');
  await expectAccessible(page);
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

test('every width from 360 to 2560 px fits', async ({ page }) => {
  await page.goto('/');
  for (const width of [360, 600, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  }
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
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/graphql', async (route) => {
    await held;
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
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
  release();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  expect(await boxes()).toEqual(before);
});

for (const path of ['/login', '/signup', '/request-demo', '/plans']) {
  test(`${path} leads to the site root`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}
