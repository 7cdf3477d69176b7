import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { brand, legal } from '@/lib/config/brand';
import { findLegalPage } from '@/lib/content/legal-pages';
import { formatDate } from '@/lib/format/date';

/** What SPEC.md, section 9, asks each text to say. */
const texts = [
  {
    name: 'terms',
    link: 'Terms of Use',
    sections: ['Account requirements', 'Acceptable use', 'Liability limits', 'Changes', 'Contact'],
    points: ['18 or older', 'by e-mail or by a notice on the platform'],
  },
  {
    name: 'privacy',
    link: 'Privacy Policy',
    sections: ['Data we collect', 'Retention and deletion'],
    points: [
      'e-mail address and name',
      'API usage logs and execution metadata',
      'Support communications, optional',
      'depends on the plan tier',
      'deleted on request',
      'no cookies',
    ],
  },
] as const;

for (const { name, link, sections, points } of texts) {
  test(`/${name} is reached from the footer and says all that it has to`, async ({ page }) => {
    const { title, updated } = findLegalPage(name);
    await page.goto('/contact');
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(`/${name}`);
    await expect(page).toHaveTitle(`${title} | ${brand.name}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const article = page.getByRole('article');
    await expect(article).toContainText(`Last updated ${formatDate(updated)}`);
    for (const section of sections)
      await expect(article.getByRole('heading', { level: 2, name: section })).toBeVisible();
    for (const point of points) await expect(article).toContainText(point);
    const address = article.getByRole('link', { name: legal.email }).first();
    await expect(address).toHaveAttribute('href', `mailto:${legal.email}`);
    await expectAccessible(page);
  });

  test(`/${name} fits 360 px`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/${name}`);
    const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(sideways)).toBe(0);
    await expectAccessible(page);
  });
}

test('the contents of a legal text lead to its sections by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/terms');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Changes' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/terms#changes');
  await expect(page.getByRole('heading', { name: 'Changes' })).toBeInViewport();
});

test('the site keeps the promise of its privacy policy: no cookies, and nothing from elsewhere', async ({
  page,
  context,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1' && hostname !== 'localhost')
      foreign.push(request.url());
  });
  for (const path of ['/', '/contact', '/docs', '/blog', '/terms', '/privacy']) {
    const response = await page.goto(path, { waitUntil: 'load' });
    expect(await response?.headerValue('set-cookie'), path).toBeNull();
  }
  expect(await context.cookies()).toEqual([]);
  expect(foreign).toEqual([]);
});
