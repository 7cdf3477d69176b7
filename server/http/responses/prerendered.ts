import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import fresh from 'fresh';
import { pathOf } from '@/lib/server/path-of';
import { protectRendered, setDocumentPolicy } from '@/server/http/headers/security-headers';
import { notFoundPage } from '@/server/http/requests/address-resolver';
import type { PlaceholderValues } from '@/server/http/responses/address-placeholders';
import { documents } from '@/server/http/responses/documents';

/** A route of Next's prerender manifest. */
interface ManifestRoute {
  /** Null if the route isn't a page. */
  dataRoute: string | null;
  initialRevalidateSeconds: number | false;
  initialStatus?: number;
  initialHeaders?: Record<string, string>;
}

/** The build's files for one address. */
interface BuiltRoute {
  isPage: boolean;
  caching: string;
  type: string;
}

const html = 'text/html; charset=utf-8';

interface Options {
  /** Other origins that the site's scripts may send to. */
  connectTo?: string[];
  /** Of the placeholders that the build contains. */
  values: PlaceholderValues;
}

/** The document depends on these: Next's router asks for a page's data at the address of its document. */
const varies = 'rsc, Accept-Encoding';

/**
 * Serves the files of the build. Every browser and proxy may keep them, and revalidates them before each use: a page
 * kept longer would name the scripts of an earlier build. Revalidating is cheap, because only another build, or a
 * server with other variables, changes such a page.
 *
 * @param buildDirectory of Next, `.next`
 * @returns sets the caching headers of a prerendered page or file. Returns true if it responded, with the page, 304, or
 *   the 404 page. Otherwise Next responds, and the content security policy is set on Next's response. Next must send no
 *   prerendered document, because it would send the placeholders; the data for its router has none.
 */
export function prerendered(
  buildDirectory: string,
  { connectTo = [], values }: Options,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const read = (name: string) => fs.readFileSync(path.join(buildDirectory, name), 'utf8');
  const variables = createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 12);
  const etag = `W/"${read('BUILD_ID').trim()}.${variables}"`;
  const routes = new Map([
    ...prerenderedRoutes(JSON.parse(read('prerender-manifest.json')).routes),
    ...staticFiles(buildDirectory),
  ]);
  const { policy, renderedPolicy, send } = documents(buildDirectory, connectTo, values);
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '', headers } = request;
    if (url === notFoundPage) {
      response.setHeader('Cache-Control', 'no-store');
      return send(notFoundPage, request, response, { type: html, status: 404 });
    }
    if (method !== 'GET' && method !== 'HEAD') return false;
    const pathname = pathOf(url);
    const route = routes.get(pathname);
    if (!route || (route.isPage && headers.rsc === '1')) return false;
    response.setHeader('Cache-Control', route.caching);
    // A 304 names what the full response depends on, too (RFC 9110, section 15.4.5).
    response.setHeader('Vary', varies);
    response.setHeader('ETag', etag);
    const isFresh = fresh(headers, { etag });
    if (!isFresh) return send(pathname, request, response, route);
    if (route.isPage) setDocumentPolicy(request, response, policy(pathname));
    response.writeHead(304).end();
    return true;
  };
  return (request, response) => {
    if (respond(request, response)) return true;
    protectRendered(request, response, renderedPolicy);
    return false;
  };
}

/** The prerendered pages and files that no later request changes, by address. */
function prerenderedRoutes(routes: Record<string, ManifestRoute>): Map<string, BuiltRoute> {
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

const staticTypes: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.mjs': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/**
 * The build's scripts, styles and fonts, whose names change with their contents. Next would compress them for every
 * request, which takes 17 ms and half a megabyte for the largest.
 */
function staticFiles(buildDirectory: string): Map<string, BuiltRoute> {
  const folder = path.join(buildDirectory, 'static');
  const names = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const files = new Map<string, BuiltRoute>();
  for (const name of names) {
    const type = staticTypes[path.extname(name)];
    if (!type) continue;
    const address = `/_next/static/${name.split(path.sep).join('/')}`;
    files.set(address, { isPage: false, caching: 'public, max-age=31536000, immutable', type });
  }
  return files;
}
