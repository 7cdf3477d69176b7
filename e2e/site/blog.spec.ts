import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { listPosts } from '@/lib/content/posts';

const posts = listPosts();

test('no summary in the list takes more than three lines', async ({ page }) => {
  await page.goto('/blog', { waitUntil: 'domcontentloaded' });
  const cards = page.getByRole('main').getByRole('article');
  for (const [index, { summary }] of posts.entries()) {
    if (!summary) continue;
    const lines = await cards
      .nth(index)
      .getByText(summary)
      .evaluate((text) => {
        const { height } = text.getBoundingClientRect();
        return height / Number.parseFloat(getComputedStyle(text).lineHeight);
      });
    expect(lines).toBeLessThan(3.1);
  }
});

test('the whole card leads to its post, by mouse and by keyboard', async ({ page }) => {
  const [newest] = posts;
  await page.goto('/blog');
  // Its center is text next to the link.
  await page.getByRole('main').getByRole('article').first().click();
  await expect(page).toHaveURL(`/blog/${newest?.slug}`);
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'RSS feed' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: newest?.title })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/blog/${newest?.slug}`);
});

test('the feed is well-formed XML', async ({ page, request }) => {
  const feed = await (await request.get('/feed.xml')).text();
  const root = await page.evaluate((xml) => {
    const parsed = new DOMParser().parseFromString(xml, 'text/xml');
    return { name: parsed.documentElement.nodeName, faults: parsed.querySelectorAll('parsererror').length };
  }, feed);
  expect(root).toEqual({ name: 'rss', faults: 0 });
});

test('at 360 px every post is accessible, code and tables included', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const { slug } of posts) {
    await page.goto(`/blog/${slug}`);
    await expectAccessible(page);
  }
});

test('while a post loads it says so', async ({ page }) => {
  await page.goto('/blog');
  const link = page.getByRole('article').first().getByRole('link');
  const target = String(await link.getAttribute('href'));
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${target}*`, async (route) => {
    await released;
    await route.continue();
  });
  await link.click();
  await expect(page.getByText('Loading blog post...')).toBeVisible();
  release();
  await expect(page).toHaveURL(target);
  await expect(page.getByText('Loading blog post...')).toHaveCount(0);
});
