import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Environment } from '@/lib/config/environment';
import { root } from '@/scripts/project.mjs';
import { correctFrameworkHeaders, dropFrameworkHeaders } from '@/server/http/headers/framework-headers';
import { compress } from './compress';

interface NextSite {
  /** Resolves once Next can answer; rejects if it can't start. */
  prepared: Promise<void>;
  /** Answers a request, once Next is prepared, whether or not there is such a page. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts Next, for the requests that this server doesn't answer itself. `NODE_ENV` must be set.
 *
 * @param createNext what the package `next` exports
 * @param server the one that clients reach, at this host and port
 * @param options.dev Next compiles on demand and reloads; otherwise the site has been built
 */
export function startNext(
  createNext: typeof import('next').default,
  server: Server,
  { host, port, dev }: Pick<Environment, 'host' | 'port'> & { dev: boolean },
): NextSite {
  // Next listens for upgrades, and each would hold its connection open. Only hot reload needs any: without a listener
  // Node treats the request as any other (RFC 9110, section 7.8), so Next gets a server that no client reaches.
  const httpServer = dev ? server : createServer();
  if (!dev) server.removeAllListeners('upgrade');
  const app = createNext({ dev, dir: root, hostname: host, port, httpServer });
  const prepared = app.prepare();
  const handle = app.getRequestHandler();
  return {
    prepared,
    answer: async (request, response) => {
      if (!dev) dropFrameworkHeaders(request);
      correctFrameworkHeaders(request, response);
      compress(request, response);
      await prepared;
      await handle(request, response);
    },
    close: () => app.close(),
  };
}
