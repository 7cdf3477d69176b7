import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { pathOf } from '@/lib/server/path-of';

interface RoutesManifest {
  staticRoutes: { page: string }[];
  dynamicRoutes: { page: string; regex: string }[];
  redirects: { regex: string; internal?: boolean }[];
}

interface PrerenderManifest {
  routes: Record<string, unknown>;
  dynamicRoutes: Record<string, { fallback: string | false | null }>;
}

/** The address of the 404 page in the build. */
export const notFoundPage = '/_not-found';

/**
 * Resolves a request's address to an address of the build, and any other to the 404 page, before Next sees it. Next has
 * endpoints that this site doesn't use (`/_next/image` writes a file per address), and fails on others. It takes the
 * encoded pattern of a route (`/blog/%5Bslug%5D`) for a page, renders it, finds no such post, and begins again.
 *
 * @param root of the project, with a build in `.next`
 * @returns rewrites `url` to the address of a docs page's Markdown or of the 404 page, or to the build's own spelling
 *   (`/d%6Fcs` becomes `/docs`)
 */
export function addressResolver(root: string): (request: IncomingMessage) => void {
  const isKnown = addressTest(root);
  return (request) => {
    resolveMarkdownTwin(request);
    const { url = '' } = request;
    const target = pathOf(url);
    const address = decodeURIComponent(target);
    // Next redirects from an address with more slashes than that.
    const plain = address.replace(/\/+/g, '/').replace(/\/$/, '') || '/';
    // Limits and the log compare the API's addresses as they are written.
    const isDisguised = address !== target && plain.startsWith('/api/');
    if (isDisguised || !isKnown(plain)) request.url = notFoundPage;
    else if (plain === address) request.url = encodeURI(address) + url.slice(target.length);
  };
}

/**
 * A docs page's address followed by `.md` is the page as Markdown. Next serves that under another address, because a
 * catch-all page leaves no room for a second route.
 *
 * @param request its `url` is rewritten
 */
export function resolveMarkdownTwin(request: IncomingMessage): void {
  const [, root, path = '/index'] =
    /^\/(docs|dashboard\/devdocs)(\/[^/?][^?]*)?\.md(?=$|\?)/.exec(request.url ?? '') ?? [];
  if (root) request.url = `/markdown/${root.replace('dashboard/', '')}${path}`;
}

function addressTest(root: string): (address: string) => boolean {
  const read = (name: string): unknown =>
    JSON.parse(fs.readFileSync(path.join(root, '.next', `${name}.json`), 'utf8'));
  const { staticRoutes, dynamicRoutes, redirects } = read('routes-manifest') as RoutesManifest;
  const prerendered = read('prerender-manifest') as PrerenderManifest;
  const addresses = [
    ...staticRoutes.map(({ page }) => page),
    ...Object.keys(prerendered.routes),
    ...filesIn(path.join(root, '.next', 'static')).map((file) => `/_next/static/${file}`),
    ...filesIn(path.join(root, 'public')).map((file) => `/${file}`),
  ];
  // Next's pages for what is missing or has failed aren't pages of the site.
  const known = new Set(addresses.filter((address) => !/^\/_(?!next\/)/.test(address)));
  // Next compares these case-insensitively.
  const redirected = redirects.filter(({ internal }) => !internal).map(({ regex }) => new RegExp(regex, 'i'));
  const rendered = dynamicRoutes
    .filter(({ page }) => prerendered.dynamicRoutes[page]?.fallback !== false)
    .map(({ regex }) => new RegExp(regex));
  return (address) =>
    known.has(address) ||
    redirected.some((pattern) => pattern.test(address)) ||
    rendered.some((pattern) => pattern.exec(address)?.slice(1).every(isId));
}

/** Whether a parameter of a page that is rendered on request is an id, or several with slashes between them. */
const isId = (value: string) => /^[\w/-]+$/.test(value);

/** @returns the files in the directory and below, relative to it */
function filesIn(directory: string): string[] {
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    );
}
