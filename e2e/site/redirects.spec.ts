import { expect, test } from '@/e2e/fixtures';

for (const path of ['/login', '/signup', '/request-demo', '/plans']) {
  test(`${path} sends the browser to the site root for now, its query with it`, async ({ request }) => {
    const answer = await request.get(`${path}?from=mail`, { maxRedirects: 0 });
    expect(answer.status()).toBe(307);
    expect(answer.headers().location).toBe('/?from=mail');
  });

  test(`${path}/ leads there too`, async ({ page }) => {
    await page.goto(`${path}/`);
    await expect(page).toHaveURL('/');
  });
}
