import { expect, test } from 'vitest';
import { fetchSite, siteUrl } from '@/e2e/fetch-site';
import { docsFolders } from '@/lib/config/navigation';

for (const path of ['/login', '/signup', '/request-demo', '/plans']) {
  test(`${path} sends the browser to the site root for now, its query with it`, async () => {
    const response = await fetchSite(`${path}?from=mail`, { redirect: 'manual' });
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe('/?from=mail');
  });

  test(`${path}/ leads there too`, async () => {
    const { status, url } = await fetchSite(`${path}/`);
    expect([status, url]).toEqual([200, siteUrl.href]);
  });
}

for (const [folder, page] of Object.entries(docsFolders))
  test(`${folder} leads to its first page`, async () => {
    const response = await fetchSite(`${folder}?from=mail`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([307, `${folder}/${page}?from=mail`]);
    expect((await fetchSite(folder)).status).toBe(200);
  });
