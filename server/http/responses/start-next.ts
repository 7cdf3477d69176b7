import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import onHeaders from 'on-headers';
import type { Environment } from '@/lib/config/environment';
import conf from '@/next.config';
import { root } from '@/scripts/project.mjs';
import { compress } from '@/server/http/responses/compress';

interface NextSite {
  /** Resolves once Next can respond; rejects if it can't start. */
  prepared: Promise<void>;
  /** Responds to a request, once Next is prepared, whether or not there is such a page. */
  respond(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts Next, for the requests that this server doesn't serve itself. `NODE_ENV` must be set.
 *
 * @param createNext the export of the package `next`
 * @param server which clients reach at this host and port
 * @param options.dev Next compiles on demand and reloads; otherwise the site has been built
 */
export function startNext(
  createNext: typeof import('next').default,
  server: Server,
  { host, port, dev }: Pick<Environment, 'host' | 'port'> & { dev: boolean },
): NextSite {
  // Next listens for upgrades, and each would hold its connection open. Only hot reload needs any. Without a listener
  // Node treats the request as any other (RFC 9110, section 7.8). So Next gets a server that no client reaches.
  const httpServer = dev ? server : createServer();
  if (!dev) server.removeAllListeners('upgrade');
  // Next would compile next.config.ts at each start, with a compiler that stays in memory.
  const app = createNext({ dev, dir: root, hostname: host, port, httpServer, ...(!dev && { conf }) });
  const prepared = app.prepare();
  const handle = app.getRequestHandler();
  return {
    prepared,
    respond: async (request, response) => {
      if (!dev) dropFrameworkHeaders(request);
      correctFrameworkHeaders(request, response);
      compress(request, response);
      await prepared;
      await handle(request, response);
    },
    close: () => app.close(),
  };
}

/** Header names with a meaning to Next, or to the platform it is made for. */
const ofNext =
  /^(?:next-|x-next|x-action-|x-invocation-|x-invoke-|x-matched-path$|x-middleware-|x-now-|x-prerender-|x-vercel-)/;

/**
 * Removes the headers of a request that control features of Next which this site doesn't use: server actions, and
 * resuming, revalidating or replacing a page. Next removes only some of these headers itself. Its router needs only
 * `rsc`: Next then sends the page's data whole, and fails on a state of the router that it can't read. Cookies go too:
 * the site has none, and Next's turn on its draft mode.
 *
 * @param request before Next has it
 */
export function dropFrameworkHeaders({ headers }: IncomingMessage): void {
  delete headers.cookie;
  for (const name of Object.keys(headers)) if (ofNext.test(name)) delete headers[name];
}

/**
 * Corrects the headers of Next's response before they are sent. Headers that describe Next go, unless its client-side
 * router asks: browsers need none of them. Several `Allow` headers become one.
 *
 * @param request before Next has it, which removes the router's headers
 */
export function correctFrameworkHeaders(request: IncomingMessage, response: ServerResponse): void {
  const isForRouter = request.headers.rsc !== undefined;
  onHeaders(response, () => {
    const allow = response.getHeader('allow');
    if (Array.isArray(allow)) response.setHeader('Allow', allow.join(', '));
    boundSharedCaches(response);
    if (isForRouter) return;
    for (const name of response.getHeaderNames())
      if (name.startsWith('x-nextjs-')) response.removeHeader(name);
  });
}

/**
 * Next lets shared caches keep the pages of a build for a year, 404 pages included. After the next build such a page
 * names deleted scripts. So a cache must revalidate it before each use, and may not keep a 404.
 */
function boundSharedCaches(response: ServerResponse): void {
  if (!/s-maxage/.test(String(response.getHeader('cache-control') ?? ''))) return;
  const isPage = response.statusCode === 200;
  response.setHeader('Cache-Control', isPage ? 'public, max-age=0, must-revalidate' : 'no-store');
}
