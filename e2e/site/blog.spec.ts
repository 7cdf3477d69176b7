import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { brand } from '@/lib/config/brand';
import { listPosts } from '@/lib/content/posts';
import { formatDate } from '@/lib/format/date';

const posts = listPosts();

test('the list shows every post, newest first, with its date and its summary in three lines at most', async ({
  page,
}) => {
  await page.goto('/blog');
  await expect(page).toHaveTitle(`Blog | ${brand.name}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(posts.map(({ title }) => title));
  for (const [index, { slug, summary, date }] of posts.entries()) {
    const card = cards.nth(index);
    await expect(card.getByRole('link')).toHaveAttribute('href', `/blog/${slug}`);
    await expect(card).toContainText(`Posted ${formatDate(date)}`);
    if (!summary) continue;
    const lines = await card.getByText(summary).evaluate((text) => {
      const { height } = text.getBoundingClientRect();
      return height / Number.parseFloat(getComputedStyle(text).lineHeight);
    });
    expect(lines).toBeLessThan(3.1);
  }
  await expectAccessible(page);
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

test('a post shows date, title, summary and body, and leads to its neighbours, the list and the feed', async ({
  page,
}) => {
  for (const [index, { slug, title, summary, date }] of posts.entries()) {
    await page.goto(`/blog/${slug}`);
    await expect(page).toHaveTitle(`${title} | ${brand.name}`);
    const article = page.getByRole('article');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(article).toContainText(`Posted ${formatDate(date)}`);
    await expect(article).toContainText(/\d+ min read/);
    if (summary) await expect(article).toContainText(summary);
    expect(await article.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2);
    for (const [name, neighbour] of [
      ['Next post', posts[index - 1]],
      ['Previous post', posts[index + 1]],
    ] as const) {
      const link = article.getByRole('link', { name });
      if (neighbour) await expect(link).toHaveAttribute('href', `/blog/${neighbour.slug}`);
      else await expect(link).toHaveCount(0);
    }
    await expect(article.getByRole('link', { name: 'All posts' })).toHaveAttribute('href', '/blog');
    await expect(article.getByRole('link', { name: 'RSS feed' })).toHaveAttribute('href', '/feed.xml');
    await expectAccessible(page);
  }
});

test('a post tells search engines who wrote it and when', async ({ page }) => {
  const [post] = posts;
  await page.goto(`/blog/${post?.slug}`);
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(text ?? '')).toMatchObject({
    '@type': 'BlogPosting',
    headline: post?.title,
    datePublished: post?.date,
    url: expect.stringMatching(new RegExp(`^https?://.+/blog/${post?.slug}$`)),
    author: { '@type': 'Organization', name: brand.company },
  });
});

test('the feed is well-formed RSS that the pages point to, and its entries are the posts of the list', async ({
  page,
  request,
}) => {
  await page.goto('/blog');
  const address = await page
    .locator('link[rel="alternate"][type="application/rss+xml"]')
    .getAttribute('href');
  expect(new URL(address ?? '').pathname).toBe('/feed.xml');
  const answer = await request.get('/feed.xml');
  expect(answer.headers()['content-type']).toContain('application/rss+xml');
  const feed = await page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'text/xml');
      const text = (element: Element, name: string) => element.querySelector(name)?.textContent ?? '';
      return {
        faults: parsed.querySelectorAll('parsererror').length,
        root: `${parsed.documentElement.nodeName} ${parsed.documentElement.getAttribute('version')}`,
        items: [...parsed.querySelectorAll('channel > item')].map((item) => ({
          title: text(item, 'title'),
          link: text(item, 'link'),
          day: new Date(text(item, 'pubDate')).toISOString().slice(0, 10),
        })),
      };
    },
    await answer.text(),
  );
  expect(feed.faults).toBe(0);
  expect(feed.root).toBe('rss 2.0');
  const { origin } = new URL(address ?? '');
  expect(feed.items).toEqual(
    posts.map(({ title, slug, date }) => ({ title, link: `${origin}/blog/${slug}`, day: date })),
  );
});

test('a slug that no post has is the 404 page', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource.*404/);
  const response = await page.goto('/blog/no-such-post');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Not Found');
});

test('at 360 px the list and a post fit, code and tables included', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/blog', ...posts.map(({ slug }) => `/blog/${slug}`)]) {
    await page.goto(path);
    const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(sideways), path).toBe(0);
    await expectAccessible(page);
  }
});

test('while a post loads it says so', async ({ page }) => {
  await page.goto('/blog');
  const link = page.getByRole('article').first().getByRole('link');
  const target = String(await link.getAttribute('href'));
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${target}*`, async (route) => {
    await held;
    await route.continue();
  });
  await link.click();
  await expect(page.getByText('Loading blog post...')).toBeVisible();
  release();
  await expect(page).toHaveURL(target);
  await expect(page.getByText('Loading blog post...')).toHaveCount(0);
});
