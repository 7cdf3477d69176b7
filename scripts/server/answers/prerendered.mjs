// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import fresh from 'fresh';
import { protectRendered } from '../headers/protect-rendered.mjs';
import { setDocumentPolicy } from '../headers/security-headers.mjs';
import { notFoundPage } from '../requests/unknown-addresses.mjs';
import { documents } from './documents.mjs';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * A route of Next's prerender manifest; `dataRoute` is null for what is no page.
 * @typedef {{ dataRoute: string | null, initialRevalidateSeconds: number | false, initialStatus?: number, initialHeaders?: Record<string, string> }} Route
 */

const html = 'text/html; charset=utf-8';

/** What Next says its pages depend on, and what compression adds. */
const varies =
  'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, Accept-Encoding';

/**
 * Every browser and proxy may keep what was made when the site was built, and asks before it uses it again: a page
 * kept longer would name the scripts of a build that is gone. The answer costs next to nothing, because all that can
 * change such a page is another build.
 *
 * @param {string} buildDirectory of Next, `.next`
 * @param {string[]} [connectTo] origins beside this one that the site's scripts may send to
 * @returns {(request: IncomingMessage, response: ServerResponse) => boolean} sets the caching headers of a prerendered
 *   page or file; true when it answered the request, with the page, with 304, or with the 404 page; otherwise Next will,
 *   and the content security policy is set with what it answers
 */
export function prerendered(buildDirectory, connectTo = []) {
  const read = (/** @type {string} */ name) => fs.readFileSync(path.join(buildDirectory, name), 'utf8');
  const etag = `W/"${read('BUILD_ID').trim()}"`;
  const routes = new Map([
    ...prerenderedRoutes(JSON.parse(read('prerender-manifest.json')).routes),
    ...staticFiles(buildDirectory),
  ]);
  const { policy, builtPolicy, renderedPolicy, send } = documents(buildDirectory, connectTo);
  const policyOf = (/** @type {string} */ address) =>
    routes.get(address)?.isPage ? builtPolicy(address) : undefined;
  const isAnswered = (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    const { method, url = '', headers } = request;
    if (url === notFoundPage) {
      response.setHeader('Cache-Control', 'no-store');
      return send(notFoundPage, request, response, { type: html, status: 404 });
    }
    if (method !== 'GET' && method !== 'HEAD') return false;
    const [pathname = '', query = ''] = url.split('?', 2);
    const route = routes.get(pathname);
    if (!route) return false;
    response.setHeader('Cache-Control', route.caching);
    // The same address answers the client-side router with data instead of the document.
    if (route.isPage && (headers.rsc !== undefined || query.includes('_rsc='))) return false;
    response.setHeader('ETag', etag);
    const isFresh = fresh(headers, { etag });
    // What the full answer depends on, a 304 says too (RFC 9110, section 15.4.5).
    response.setHeader('Vary', varies);
    if (!isFresh) return send(pathname, request, response, route);
    if (route.isPage) setDocumentPolicy(request, response, policy(pathname));
    response.writeHead(304).end();
    return true;
  };
  return (request, response) => {
    if (isAnswered(request, response)) return true;
    protectRendered(request, response, { policyOf, renderedPolicy });
    return false;
  };
}

/**
 * @param {Record<string, Route>} routes
 * @returns {Map<string, { isPage: boolean, caching: string, type: string }>} by address
 */
function prerenderedRoutes(routes) {
  const unchanging = Object.entries(routes).filter(
    ([, { initialRevalidateSeconds, initialStatus = 200 }]) =>
      initialRevalidateSeconds === false && initialStatus === 200,
  );
  return new Map(
    unchanging.map(([address, { dataRoute, initialHeaders = {} }]) => [
      address,
      {
        isPage: dataRoute !== null,
        caching: initialHeaders['cache-control'] ?? 'public, max-age=0, must-revalidate',
        type: dataRoute !== null ? html : (initialHeaders['content-type'] ?? 'application/octet-stream'),
      },
    ]),
  );
}

/** @type {Record<string, string>} */
const staticTypes = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/**
 * Scripts, styles and fonts of the build, whose names change with what is in them. Next would compress them for every
 * request, at 17 ms and half a megabyte for the largest.
 *
 * @param {string} buildDirectory
 * @returns {[address: string, { isPage: boolean, caching: string, type: string }][]}
 */
function staticFiles(buildDirectory) {
  const folder = path.join(buildDirectory, 'static');
  const names = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return names.flatMap((name) => {
    const type = staticTypes[path.extname(name)];
    const address = `/_next/static/${name.split(path.sep).join('/')}`;
    return type ? [[address, { isPage: false, caching: 'public, max-age=31536000, immutable', type }]] : [];
  });
}
