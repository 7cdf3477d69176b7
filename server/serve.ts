// @ts-check
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { clientNetwork } from '@/lib/server/rate-limit/client-network';
import { databaseFile } from '@/lib/server/runtime/project-environment';
import { startRuntime } from '@/lib/server/runtime/start-runtime';
import { endWith } from '@/scripts/console/command.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';
import { compress } from '@/server/http/answers/compress';
import { prerendered } from '@/server/http/answers/prerendered';
import { boundPipelines } from '@/server/http/connections/bound-pipelines';
import { closeGracefully } from '@/server/http/connections/close-gracefully';
import { boundHeldBytes } from '@/server/http/connections/held-bytes';
import { knownClients } from '@/server/http/connections/known-clients';
import { listen } from '@/server/http/connections/listen';
import { takeTurns } from '@/server/http/connections/take-turns';
import { hideFramework } from '@/server/http/headers/framework-headers';
import { setSecurityHeaders } from '@/server/http/headers/security-headers';
import { boundSharedCaches } from '@/server/http/headers/shared-caches';
import { checkHeaders } from '@/server/http/requests/check-headers';
import { checkTarget } from '@/server/http/requests/check-target';
import { clientAddressSetter, requestId } from '@/server/http/requests/client-address';
import { dropFrameworkHeaders } from '@/server/http/requests/drop-framework-headers';
import { sendMarkdownTwin } from '@/server/http/requests/markdown-twin';
import { toOriginForm } from '@/server/http/requests/origin-form';
import { refuseCalls } from '@/server/http/requests/refuse-calls';
import { sendRootCallsToApi } from '@/server/http/requests/root-api';
import { unknownAddressSender } from '@/server/http/requests/unknown-addresses';
import { logConsole } from '@/server/monitoring/log-console';
import { logUnanswered } from '@/server/monitoring/log-unanswered';
import { monitoring } from '@/server/monitoring/monitoring';
import { serverLogger } from '@/server/monitoring/request-log';
import { announce } from '@/server/starting/announce';
import { checkRateLimitStore } from '@/server/starting/check-rate-limit-store';
import { refuseExposedDemoAccounts } from '@/server/starting/demo-accounts';
import { holdDatabase } from '@/server/starting/hold-database';
import { recordServer } from '@/server/starting/server-record';

// A proxy in front must give up an idle connection before this server does, and most keep them for a minute.
const timeouts = {
  keepAliveTimeout: 65_000,
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
};

/** How long (ms) a client may let its connection stand still in the middle of a request or of its answer. */
const LONGEST_STANDSTILL = 120_000;

/** Connections at once; more are refused. Each costs some kilobytes. */
const MOST_CONNECTIONS = 10_000;

/** How long (ms) ending may take in all; what then still runs is cut off, and the exit code says so. */
const LONGEST_END = 9_500;

/**
 * Serves the site until the process is asked to end; then it finishes what runs, for ten seconds at most.
 *
 * @param {import('@/lib/config/environment').Environment} environment of a migrated database
 * @param {{ dev: boolean }} options `dev` compiles on demand and reloads; otherwise the site has been built
 * @throws {Stop} when the port is taken, the database is not migrated, the rate limits' store cannot be used, or demo
 *   accounts would meet a network
 */
export async function serve(environment, { dev }) {
  if (databaseState(environment.databaseUrl).kind !== 'current')
    throw new Stop('The database is missing or not migrated. Run npm start, which does it.');
  refuseExposedDemoAccounts(environment);
  await checkRateLimitStore(environment.rateLimitStore);
  Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' });

  const server = createServer(timeouts);
  server.maxConnections = MOST_CONNECTIONS;
  // Hot reload stands still for as long as nothing is edited.
  if (!dev) server.setTimeout(LONGEST_STANDSTILL);
  boundPipelines(server);
  const { close, isClosing, underWay } = closeGracefully(server);
  // Before Next compiles anything: a taken port is told at once.
  const port = await listen(server, environment);
  const database = databaseFile(environment.databaseUrl);
  const releaseDatabase = holdDatabase(database);
  const running = startRuntime(environment);
  if (!dev) recordServer(port, database);
  const { default: next } = await import('next');
  // Whoever listens for upgrades holds such connections open. Only hot reload needs any: without a listener Node lets
  // the request be answered as any other (RFC 9110, 7.8), and Next is given a server that nobody reaches to listen on.
  const httpServer = dev ? server : createServer();
  if (!dev) server.removeAllListeners('upgrade');
  const app = next({ dev, dir: root, hostname: environment.host, port, httpServer });
  const end = async () => {
    await close();
    await app.close();
    await running.close();
    releaseDatabase();
    return 0;
  };
  const logger = serverLogger(environment);
  endWith(async () => {
    logger.info({ underWay: underWay() }, 'Asked to end');
    const code = await Promise.race([end(), delay(LONGEST_END, 1)]);
    if (code === 0) logger.info('Ended');
    else logger.error({ underWay: underWay() }, 'Ended before all was done');
    return code;
  });
  const { observe, isMonitoring, answer: isMonitored } = monitoring(environment, server, isClosing);
  const prepared = app.prepare();
  const handle = app.getRequestHandler();
  const setClientAddress = clientAddressSetter(environment.trustProxy);
  const emailService = environment.emailjsPublicKey ? ['https://api.emailjs.com'] : [];
  const sendUnknownToNotFound = dev ? () => undefined : unknownAddressSender(root);
  const isAnswered = dev ? () => false : prerendered(path.join(root, '.next'), emailService);
  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  const answer = async (request, response) => {
    try {
      const refusal = checkHeaders(request) ?? checkTarget(request);
      setSecurityHeaders(request, response, { dev });
      if (refusal) {
        response.writeHead(refusal.status, { 'content-type': 'text/plain', ...refusal.headers });
        response.end(refusal.message);
        return;
      }
      if (await isMonitored(request, response)) return;
      if (refuseCalls(request, response, running.apiLimiter)) return;
      sendMarkdownTwin(request);
      sendUnknownToNotFound(request);
      if (isAnswered(request, response)) return;
      if (!dev) dropFrameworkHeaders(request);
      boundSharedCaches(response);
      hideFramework(request, response);
      compress(request, response);
      await prepared;
      await handle(request, response);
    } catch (error) {
      logUnanswered(logger, error, response);
      response.destroy();
    }
  };
  const holdFor = boundHeldBytes();
  const { remember, isKnown } = knownClients();
  /** @param {import('node:http').IncomingMessage} request */
  const clientOf = ({ headers }) => clientNetwork(String(headers['x-forwarded-for']));
  const takeIn = takeTurns(
    server,
    (request, response) => {
      const client = clientOf(request);
      // A dozen parts of the server, the compression and Next wait for its end.
      response.setMaxListeners(20);
      /** @type {import('@/lib/server/runtime/runtime').RequestNotes} */
      const notes = { fields: [], hold: holdFor(client, request, response) };
      response.setHeader('x-request-id', requestId(request));
      sendRootCallsToApi(request);
      response.once('close', () => {
        if (notes.accountId) remember(client);
        // The notes live as long as their async context does; the response need not.
        delete notes.hold;
      });
      observe(request, response, notes, () => answer(request, response));
    },
    {
      clientOf,
      laneOf: (request) =>
        isMonitoring(request) ? 'monitoring' : isKnown(clientOf(request)) ? 'known' : 'strangers',
    },
  );
  server.on('request', (request, response) => {
    setClientAddress(request);
    toOriginForm(request);
    takeIn(request, response);
  });
  await prepared;
  announce(environment, port, { dev });
  if (!dev) logConsole(logger);
}
