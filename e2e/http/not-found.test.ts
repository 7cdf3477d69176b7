import { expect, test } from 'vitest';
import { fetchSite } from '@/e2e/fetch-site';
import { elements, onlyElement, textOf, withoutScripts } from './html-elements';
import { pageHead } from './page-head';

for (const path of ['/nowhere', '/nowhere/deeper', '/dashboards']) {
  test(`${path} is a 404 page with ways on`, async () => {
    const response = await fetchSite(path);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(pageHead(html).title).toMatch(/^404 - Not Found \|/);
    const page = withoutScripts(html);
    expect(textOf(onlyElement(page, 'h1').html)).toBe('404 - Not Found');
    const main = onlyElement(page, 'main').html;
    expect(textOf(main)).toContain('The page you are looking for does not exist.');
    expect(onlyElement(page, 'footer').html).not.toBe('');
    expect(elements(main, 'a').map((link) => [textOf(link.html), link.attributes.href])).toEqual([
      ['Home', '/'],
      ['Documentation', '/docs'],
      ['Contact Us', '/contact'],
      ['Sign in', '/dashboard'],
    ]);
  });
}
