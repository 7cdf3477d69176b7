import type { APIRequestContext, Page } from '@playwright/test';

/** The paths that the sitemap lists, in its order. */
export async function listedPaths(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

/** One page of each kind: what holds for it holds for its siblings, which are drawn by the same file. */
export async function onePathOfEachKind(request: APIRequestContext): Promise<string[]> {
  const paths = await listedPaths(request);
  const kind = (path: string) => path.replace(/^\/(blog|docs)\/.+/, '/$1/*');
  return paths.filter((path, index) => paths.findIndex((other) => kind(other) === kind(path)) === index);
}

/** What the HTML of a page says as it was sent, before any script: read by the browser's parser, not run. */
export function readDocument(page: Page, html: string) {
  return page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, 'text/html');
    const attribute = (element: Element | null, name: string) => element?.getAttribute(name) ?? '';
    const named = [...parsed.querySelectorAll('meta[name], meta[property]')].map((meta) => [
      attribute(meta, 'name') || attribute(meta, 'property'),
      attribute(meta, 'content'),
    ]);
    return {
      title: parsed.title,
      meta: Object.fromEntries(named) as Record<string, string>,
      canonical: attribute(parsed.querySelector('link[rel="canonical"]'), 'href'),
      links: [...parsed.querySelectorAll('a[href^="/"]')].map((link) => attribute(link, 'href')),
    };
  }, html);
}
