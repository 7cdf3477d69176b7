import { expect, test } from 'vitest';
import { fetchSite } from '@/e2e/fetch-site';
import { brand } from '@/lib/config/brand';
import { textOf, withoutScripts } from './html-elements';

test('the HTML contains the landing page, with its figures', async () => {
  const html = withoutScripts(await (await fetchSite('/')).text());
  for (const text of ['Alpha Access Coming Soon', brand.tagline, 'core problems solved', 'CLI + SDK'])
    expect(textOf(html)).toContain(text);
});
