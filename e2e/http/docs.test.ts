import { expect, test } from 'vitest';
import { fetchSite } from '@/e2e/fetch-site';
import { forAll } from '@/e2e/raw-request';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { listDocsPages } from '@/lib/content/docs-pages';
import { headingsOf } from '@/lib/content/outline';

const textAt = async (path: string) => (await fetchSite(path)).text();

for (const tree of Object.keys(docsTrees) as DocsTree[])
  test(`${docsTrees[tree].root}: every page is served, names its headings as its links do, and has a Markdown twin`, async () => {
    await forAll(listDocsPages(tree), async ({ href, title, source }) => {
      const response = await fetchSite(href);
      expect(response.status, href).toBe(200);
      const html = await response.text();
      // Behind the guard the text is in the page's data, not yet in its markup.
      const written = (id: string) => (tree === 'docs' ? ` id="${id}"` : `\\"id\\":\\"${id}\\"`);
      const named = (id: string) => html.includes(written(id));
      expect(
        headingsOf(source).filter(({ id }) => !named(id)),
        href,
      ).toEqual([]);
      const twin = await fetchSite(`${href}.md`);
      expect(twin.headers.get('content-type'), href).toBe('text/markdown; charset=utf-8');
      expect((await twin.text()).startsWith(`# ${title}\n`), href).toBe(true);
    });
  });

test('search engines and the public search find no developer docs', async () => {
  // Samples of responses have the addresses of their codes.
  const sampled = /"docs\\?": \\?"[^"]+"/g;
  for (const list of ['/sitemap.xml', '/llms-full.txt', '/docs/search.json'])
    expect((await textAt(list)).replace(sampled, ''), list).not.toContain('/dashboard/devdocs/');
});

test('llms.txt names every page of both docs with its Markdown twin, llms-full.txt holds the public ones', async () => {
  const index = await textAt('/llms.txt');
  const whole = await textAt('/llms-full.txt');
  for (const tree of Object.keys(docsTrees) as DocsTree[])
    for (const { href } of listDocsPages(tree)) expect(index).toContain(`${href}.md)`);
  for (const { title } of listDocsPages('docs')) expect(whole).toContain(`# ${title}\n`);
});
