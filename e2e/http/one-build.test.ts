import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockedScripts } from '@/e2e/blocked-scripts';
import { forAll } from '@/e2e/raw-request';
import { startTwoSites } from '@/e2e/two-sites';
import type { Site } from '@/testing/run/start-empty-site';
import { elements } from './html-elements';
import { pageHead } from './page-head';

// e2e/site/one-build.spec.ts covers what a browser makes of such pages.

let sites: [Site, Site];
beforeAll(async () => {
  sites = await startTwoSites();
}, 180_000);
afterAll(() => Promise.all(sites.map(({ stop }) => stop())));

/** A manifest that Next wrote with the build, from the folder that the tests run in. */
const builtRoutes = (): string[] =>
  Object.keys(JSON.parse(readFileSync(path.join('.next', 'prerender-manifest.json'), 'utf8')).routes);

test('two servers of one build each name their own address, in pages, feed, sitemap, and robots', async () => {
  const etags = new Set<string | null>();
  for (const { publicUrl, origin } of sites) {
    const read = async (address: string) => (await fetch(`${origin}${address}`)).text();
    for (const [address, full] of [
      ['/', publicUrl],
      ['/docs', `${publicUrl}/docs`],
      ['/contact', `${publicUrl}/contact`],
    ]) {
      const { canonical, meta } = pageHead(await read(`${address}`));
      expect(canonical).toBe(full);
      expect(meta['og:url']).toBe(full);
      expect(meta['og:image']?.startsWith(`${publicUrl}/og/`), meta['og:image']).toBe(true);
    }
    expect(await read('/')).toContain(`"@id":"${publicUrl}/#organization"`);
    expect(await read('/feed.xml')).toContain(`<link>${publicUrl}/blog</link>`);
    expect(await read('/sitemap.xml')).toContain(`<loc>${publicUrl}/docs</loc>`);
    expect(await read('/robots.txt')).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
    expect(await read('/llms.txt')).toContain(`${publicUrl}/docs`);
    etags.add((await fetch(`${origin}/contact`)).headers.get('etag'));
  }
  // Otherwise a browser would keep the pages of the other address.
  expect(etags.size).toBe(2);
});

type SiteRequest = [address: string, headers: Record<string, string>];

const forRouter = { rsc: '1' };

/** The requests for what a server sends of an address: the document or file, and what the router fetches. */
const requestsFor = (address: string): SiteRequest[] => [
  [address, {}],
  [`${address}?_rsc=x`, forRouter],
];

/** The scripts of a document with the data that React hydrates it with. */
const hydratingScripts = (html: string): string =>
  elements(html, 'script')
    .filter(({ attributes }) => attributes.type !== 'application/ld+json')
    .map((script) => script.html)
    .join('\n');

/**
 * The requests with a wrong response: a placeholder, another site's address, its own address in a page's data, or a
 * script that its policy blocks.
 */
async function wrongResponses({ origin, publicUrl }: Site, other: Site): Promise<string[]> {
  const wrong: string[] = [];
  const asked = [...builtRoutes(), '/dashboard/admin/account/invoices/any'].flatMap(requestsFor);
  expect(asked.length).toBeGreaterThan(400);
  await forAll(asked, async ([url, headers]) => {
    const response = await fetch(`${origin}${url}`, { headers });
    const text = Buffer.from(await response.arrayBuffer()).toString();
    const policy = response.headers.get('content-security-policy') ?? '';
    const type = response.headers.get('content-type') ?? '';
    const isDocument = type.startsWith('text/html');
    const data = isDocument ? hydratingScripts(text) : type.startsWith('text/x-component') ? text : '';
    const faults = [
      ...(response.ok || url.startsWith('/_') ? [] : [`status ${response.status}`]),
      ...['switchyard.invalid', other.publicUrl].filter((no) => text.includes(no)),
      ...(data.includes(publicUrl) ? ['an address in the data'] : []),
      ...(isDocument ? blockedScripts(text, policy) : []),
    ];
    if (faults.length > 0) wrong.push(`${url} ${JSON.stringify(headers)}: ${faults}`);
  });
  return wrong;
}

test('nothing of the build is sent with a placeholder, and every policy fits what is sent', async () => {
  const [own, byEmailjs] = sites;
  expect(await wrongResponses(own, byEmailjs)).toEqual([]);
  expect(await wrongResponses(byEmailjs, own)).toEqual([]);
});

test('files of the build that Next itself serves have no placeholder', () => {
  const app = path.join('.next', 'server', 'app');
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.rsc'),
  );
  expect(files.length).toBeGreaterThan(100);
  // The server itself sends _not-found.html, for each address that the build doesn't know.
  for (const name of [...files, '_global-error.html'])
    expect(readFileSync(path.join(app, name), 'utf8'), name).not.toContain('.invalid');
});
