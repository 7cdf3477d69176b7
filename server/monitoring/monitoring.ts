import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { databaseKind } from '@/lib/config/database-url';
import type { Environment } from '@/lib/config/environment';
import { bearerToken } from '@/lib/server/auth/tokens';
import { pathOf } from '@/lib/server/path-of';
import { type Health, runtime } from '@/lib/server/runtime/runtime';
import { openHealth } from '@/lib/server/starting/health';
import { type Hindrance, readinessCheck } from '@/lib/server/starting/readiness-check';
import { createBoundedServer } from '@/server/http/connections/bounded-server';
import { listen } from '@/server/http/connections/listen';
import { createMetrics, type Metrics } from './metrics';
import { observeRequests } from './observe-requests';
import { requestLog } from './request-log';

/** Resolves to whether it responded to the request. */
type Responder = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

interface Monitoring {
  /** Responds to a request, then logs and counts it. */
  observe: ReturnType<typeof observeRequests>;
  /** Whether a request is for one of the monitoring addresses. */
  isMonitoring(request: IncomingMessage): boolean;
  /** Responds to a request for one of these addresses. */
  respond: Responder;
}

/**
 * The server's interfaces for operators: its log, `/api/health`, `/api/health/ready` and `/api/metrics`.
 *
 * @param environment of a migrated database
 * @param isEnding whether the process has been asked to end
 * @param check finds the reason why the process can't work
 */
export function monitoring(
  { databaseUrl, metricsToken }: Pick<Environment, 'databaseUrl' | 'metricsToken'>,
  server: Server,
  logger: Logger,
  isEnding: () => boolean,
  check = readinessCheck(databaseUrl),
): Monitoring {
  // Counting costs a little, so only if a token gives access to the result.
  const database = databaseKind(databaseUrl);
  const metrics = metricsToken === '' ? undefined : createMetrics(server, database);
  const respondWithHealth = healthResponder(
    openHealth({
      database,
      check,
      isEnding,
      logger,
    }),
  );
  const respondWithMetrics = metricsResponder(metricsToken, metrics?.register);
  return {
    isMonitoring,
    observe: observeRequests([requestLog(logger), ...(metrics ? [metrics.count] : [])]),
    respond: async (request, response) =>
      isMonitoring(request) &&
      ((await respondWithHealth(request, response)) || (await respondWithMetrics(request, response))),
  };
}

const isMonitoring = ({ url = '' }: IncomingMessage) =>
  /^\/api\/(health|health\/ready|metrics)(\?|$)/.test(url);

/** Responds to requests for the two addresses of health. */
export const healthResponder =
  (health: Health): Responder =>
  async (request, response) => {
    const path = pathOf(request.url);
    if (path !== '/api/health' && path !== '/api/health/ready') return false;
    sendText(request, response, await health(path, request.method ?? ''));
    return true;
  };

/**
 * Responds to `/api/metrics` if the request carries the token. Without a configured token there is no such address.
 *
 * @param token METRICS_TOKEN
 * @param register undefined without a token
 */
export function metricsResponder(token: string, register: Metrics['register'] | undefined): Responder {
  const expected = sha256(token);
  return async (request, response) => {
    if (pathOf(request.url) !== '/api/metrics') return false;
    const given = bearerToken(request.headers.authorization) ?? '';
    if (token === '' || !register) sendText(request, response, { status: 404, text: 'Not found.\n' });
    else if (!isRead(request))
      sendText(request, response, { status: 405, text: 'Use GET.\n', headers: { allow: 'GET, HEAD' } });
    // Hashes have one length, and comparing them doesn't reveal how much of a guess is right.
    else if (!timingSafeEqual(sha256(given), expected))
      sendText(request, response, {
        status: 401,
        text: 'Unauthorized.\n',
        headers: { 'www-authenticate': 'Bearer realm="metrics"' },
      });
    else
      sendText(request, response, {
        ...{ status: 200, type: register.contentType },
        text: await register.metrics(),
      });
    return true;
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

/** Sends a short text that no cache keeps; a HEAD request gets the headers alone. */
function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  content: { status: number; type?: string; text: string; headers?: Record<string, string> },
): void {
  const { status, type = 'text/plain; charset=utf-8', text, headers } = content;
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

interface MonitoringServer {
  /** Where it listens. */
  port: number;
  close(): void;
}

/**
 * Serves health and metrics of a process that serves nothing else.
 * @param port 0 takes any free port
 * @param isEnding whether the process has been asked to end
 * @throws Stop if the port can't be used
 */
export async function serveMonitoring(
  environment: Environment,
  port: number,
  logger: Logger,
  isEnding: () => boolean,
): Promise<MonitoringServer> {
  const server = createBoundedServer({ dev: false, trustProxy: environment.trustProxy });
  const monitor = monitoring(environment, server, logger, isEnding, workerReadiness(environment));
  server.on('request', (request, response) =>
    monitor.observe(request, response, { fields: [] }, async () => {
      try {
        if (await monitor.respond(request, response)) return;
        response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
        response.end('Not found. A worker has /api/health, /api/health/ready and /api/metrics.\n');
      } catch (error) {
        logger.error({ err: error }, 'Request failed');
        response.destroy();
      }
    }),
  );
  return {
    port: await listen(server, { host: environment.host, port, variable: 'HEALTH_PORT' }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A process that serves nothing else isn't ready while others take it for dead. */
function workerReadiness({ databaseUrl }: Environment): () => Promise<Hindrance | undefined> {
  const check = readinessCheck(databaseUrl);
  return async () => {
    const hindrance = await check();
    if (hindrance || runtime.api?.workflows.worker.heartbeat.isAlive) return hindrance;
    return { cause: "The worker takes no jobs: it couldn't report in." };
  };
}
