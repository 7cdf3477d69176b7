import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { isPostgresUrl } from '@/lib/config/database-url';
import type { Environment } from '@/lib/config/environment';
import type { Catalog } from '@/lib/engine/models/catalog';
import { databaseName } from '@/lib/server/database/database-name';
import { holdDatabase } from '@/lib/server/database/sqlite/hold-database';
import { openLogger } from '@/lib/server/logging/open-logger';
import { endStreams } from '@/lib/server/runtime/runtime';
import { startRuntime } from '@/lib/server/starting/start-runtime';
import { root } from '@/scripts/project.mjs';
import { endInTime } from '@/server/end-in-time';
import { admitRequests } from '@/server/http/connections/admit-requests';
import { createBoundedServer } from '@/server/http/connections/bounded-server';
import { closeGracefully } from '@/server/http/connections/close-gracefully';
import { listen } from '@/server/http/connections/listen';
import { setSecurityHeaders } from '@/server/http/headers/security-headers';
import { addressResolver, resolveMarkdownTwin } from '@/server/http/requests/address-resolver';
import { setCanonicalTarget } from '@/server/http/requests/canonical-target';
import { clientAddressSetter } from '@/server/http/requests/forwarded-address';
import { refuseInvalid } from '@/server/http/requests/refuse-invalid';
import { placeholderValues } from '@/server/http/responses/address-placeholders';
import { refuseCall, serveApi } from '@/server/http/responses/api-endpoint';
import { prerendered } from '@/server/http/responses/prerendered';
import { startNext } from '@/server/http/responses/start-next';
import { logConsole } from '@/server/monitoring/log-console';
import { monitoring } from '@/server/monitoring/monitoring';
import { logUnfinished } from '@/server/monitoring/request-log';
import { announce } from '@/server/starting/announce';
import { checkStart } from '@/server/starting/check-start';
import { recordServer } from '@/server/starting/server-records';

/**
 * Serves the site until the process is asked to end; then it finishes the requests under way, within ten seconds.
 *
 * @param environment of a migrated database
 * @param options.catalog of its MODELS_FILE
 * @param options.dev compiles on demand and reloads; otherwise the site has been built
 * @throws Stop if the port is taken; if another process serves the SQLite file; if the database isn't migrated; if the
 *   rate limits' store can't be used; if demo accounts would be reachable from a network
 */
export async function serve(
  environment: Environment,
  { catalog, dev }: { catalog: Catalog; dev: boolean },
): Promise<void> {
  await checkStart(environment);
  Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' });

  const { default: createNext } = await import('next');
  const server = createBoundedServer({ dev, trustProxy: environment.trustProxy });
  const { close, isClosing, underWay } = closeGracefully(server, endStreams);
  // Before Next compiles anything, so that a taken port is reported at once.
  const port = await listen(server, environment);
  const logger = openLogger(environment.logLevel);
  const endInstead = (error: unknown) => {
    logger.error(
      { err: error },
      'The lock of the database was removed, and another process serves it: ending',
    );
    process.kill(process.pid, 'SIGTERM');
  };
  // No request is lost: nothing is awaited from here until requests are taken.
  const database = databaseName(environment.databaseUrl);
  const releaseDatabase = isPostgresUrl(environment.databaseUrl)
    ? () => {}
    : holdDatabase(database, port, endInstead);
  const api = startRuntime(environment, catalog);
  if (!dev) recordServer(port, database);
  const next = startNext(createNext, server, { host: environment.host, port, dev });

  const end = async () => {
    try {
      // Calls that wait for a job return once the jobs are given back.
      await Promise.all([close(), api.workflows.stop()]);
      await next.close();
    } finally {
      await api.close();
      releaseDatabase();
    }
  };
  endInTime(logger, end, () => ({ underWay: underWay() }));

  const monitor = monitoring(environment, server, logger, isClosing);
  const respond = respondInOrder(environment, { dev, monitor, next, api });
  const setClientAddress = clientAddressSetter(environment.trustProxy);
  const admit = admitRequests(
    server,
    (request, response, notes) =>
      monitor.observe(request, response, notes, () =>
        respond(request, response).catch((error) => {
          logUnfinished(logger, error, response);
          response.destroy();
        }),
      ),
    monitor,
  );
  server.on('request', (request, response) => {
    setClientAddress(request);
    setCanonicalTarget(request);
    admit(request, response);
  });

  await next.prepared;
  await announce(environment, port);
  if (!dev) logConsole(logger);
}

interface Responders {
  dev: boolean;
  monitor: ReturnType<typeof monitoring>;
  next: ReturnType<typeof startNext>;
  api: ReturnType<typeof startRuntime>;
}

/** @returns responds to a request with the first part of the server that can: Next, after everything in front of it */
function respondInOrder(
  environment: Environment,
  { dev, monitor, next, api }: Responders,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const emailService = environment.emailjsPublicKey ? ['https://api.emailjs.com'] : [];
  const resolveAddress = dev ? resolveMarkdownTwin : addressResolver(root);
  // In development Next serves the API too, with the code as last edited.
  const serveCall = dev
    ? (...call: Parameters<typeof serveApi>) => refuseCall(...call, api.apiLimiter)
    : serveApi;
  const servePrerendered = dev
    ? () => false
    : prerendered(path.join(root, '.next'), {
        connectTo: emailService,
        values: placeholderValues(environment),
      });
  return async (request, response) => {
    setSecurityHeaders(request, response, { dev });
    if (refuseInvalid(request, response)) return;
    if (await monitor.respond(request, response)) return;
    if (await serveCall(request, response)) return;
    resolveAddress(request);
    if (servePrerendered(request, response)) return;
    await next.respond(request, response);
  };
}
