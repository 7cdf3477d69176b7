import { fetchSite } from './fetch-site';

/** The paths that the sitemap lists, in its order. */
export async function listedPaths(): Promise<string[]> {
  const sitemap = await (await fetchSite('/sitemap.xml')).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

/** One page of each kind: what holds for it holds for its siblings, which are drawn by the same file. */
export async function onePathOfEachKind(): Promise<string[]> {
  const paths = await listedPaths();
  const kind = (path: string) => path.replace(/^\/(blog|docs)\/.+/, '/$1/*');
  return paths.filter((path, index) => paths.findIndex((other) => kind(other) === kind(path)) === index);
}
