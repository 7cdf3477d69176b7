import { expect, test } from 'vitest';
import { fetchSite, siteUrl } from '@/e2e/fetch-site';

for (const path of ['/login', '/signup', '/request-demo', '/plans']) {
  test(`${path} sends the browser to the site root for now, its query with it`, async () => {
    const answer = await fetchSite(`${path}?from=mail`, { redirect: 'manual' });
    expect(answer.status).toBe(307);
    expect(answer.headers.get('location')).toBe('/?from=mail');
  });

  test(`${path}/ leads there too`, async () => {
    const { status, url } = await fetchSite(`${path}/`);
    expect([status, url]).toEqual([200, siteUrl.href]);
  });
}
