// @ts-check
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ page: string, regex: string }} DynamicRoute */
/** @typedef {{ staticRoutes: { page: string }[], dynamicRoutes: DynamicRoute[], redirects: { regex: string, internal?: boolean }[] }} RoutesManifest */
/** @typedef {{ routes: Record<string, unknown>, dynamicRoutes: Record<string, { fallback: string | false | null }> }} PrerenderManifest */

/** The address of the 404 page in the build. */
export const notFoundPage = '/_not-found';

/**
 * Sends requests for addresses that the build doesn't have to the 404 page, before Next sees them. Next has endpoints
 * that this site doesn't use (`/_next/image` writes a file per address), and fails on others: it takes the encoded
 * pattern of a route (`/blog/%5Bslug%5D`) for a page, renders it, finds no such post, and begins again.
 *
 * @param {string} root of the project, with a build in `.next`
 * @returns {(request: import('node:http').IncomingMessage) => void} rewrites `url` to the 404 page's; if the build has
 *   the address, to its one spelling: `/d%6Fcs` becomes `/docs`
 */
export function unknownAddressSender(root) {
  const isKnown = addressTest(root);
  return (request) => {
    const { url = '' } = request;
    const [target = ''] = url.split('?', 1);
    const address = decodeURIComponent(target);
    // Next redirects from an address with more slashes than that.
    const plain = address.replace(/\/+/g, '/').replace(/\/$/, '') || '/';
    // Limits and the log go by the API's addresses as they are written.
    const isDisguised = address !== target && plain.startsWith('/api/');
    if (isDisguised || !isKnown(plain)) request.url = notFoundPage;
    else if (plain === address) request.url = encodeURI(address) + url.slice(target.length);
  };
}

/** @param {string} root @returns {(address: string) => boolean} */
function addressTest(root) {
  const read = (/** @type {string} */ name) =>
    JSON.parse(fs.readFileSync(path.join(root, '.next', `${name}.json`), 'utf8'));
  /** @type {RoutesManifest} */
  const { staticRoutes, dynamicRoutes, redirects } = read('routes-manifest');
  /** @type {PrerenderManifest} */
  const prerendered = read('prerender-manifest');
  const addresses = [
    ...staticRoutes.map(({ page }) => page),
    ...Object.keys(prerendered.routes),
    ...filesIn(path.join(root, '.next', 'static')).map((file) => `/_next/static/${file}`),
    ...filesIn(path.join(root, 'public')).map((file) => `/${file}`),
  ];
  // Next's pages for what is missing or has failed aren't pages of the site.
  const known = new Set(addresses.filter((address) => !/^\/_(?!next\/)/.test(address)));
  // Next compares these without regard to case.
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
const isId = (/** @type {string} */ value) => /^[\w/-]+$/.test(value);

/** @param {string} directory @returns {string[]} the files in it and below, relative to it */
function filesIn(directory) {
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    );
}
