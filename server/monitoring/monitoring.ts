import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Environment } from '@/lib/config/environment';
import { createMetrics, type Metrics } from './metrics';
import { observeRequests } from './observe-requests';
import { type Hindrance, readiness } from './readiness';
import { requestLog } from './request-log';

/** How long (ms) one check of the database is reused, so that frequent probes don't load the server. */
const REUSED = 1_000;

/** Resolves to whether it answered the request. */
type Answerer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

interface Monitoring {
  /** Answers a request, then logs and counts it. */
  observe: ReturnType<typeof observeRequests>;
  /** Whether a request is for one of the monitoring addresses. */
  isMonitoring(request: IncomingMessage): boolean;
  /** Answers a request for one of these addresses. */
  answer: Answerer;
}

/**
 * What an operator sees of the server: its log, `/api/health`, `/api/health/ready` and `/api/metrics`.
 *
 * @param environment of a migrated database
 * @param isEnding whether the process has been asked to end
 */
export function monitoring(
  { databaseUrl, metricsToken }: Pick<Environment, 'databaseUrl' | 'metricsToken'>,
  server: Server,
  logger: Logger,
  isEnding: () => boolean,
): Monitoring {
  // Counting costs a little, so only if a token lets someone read the result.
  const metrics = metricsToken === '' ? undefined : createMetrics(server);
  const answerHealth = healthAnswerer({ check: readiness(databaseUrl), isEnding, logger });
  const answerMetrics = metricsAnswerer(metricsToken, metrics?.print);
  return {
    isMonitoring,
    observe: observeRequests([requestLog(logger), ...(metrics ? [metrics.count] : [])]),
    answer: async (request, response) =>
      isMonitoring(request) &&
      ((await answerHealth(request, response)) || (await answerMetrics(request, response))),
  };
}

const isMonitoring = ({ url = '' }: IncomingMessage) =>
  /^\/api\/(health|health\/ready|metrics)(\?|$)/.test(url);

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0];

interface HealthOptions {
  /** Resolves to what keeps the site from serving. */
  check(): Promise<Hindrance | undefined>;
  /** Whether the process has been asked to end. */
  isEnding(): boolean;
  /** Gets a line when readiness is lost or regained. */
  logger: Logger;
  /** In milliseconds. */
  now?(): number;
}

/** Answers `/api/health` (the process runs; touches nothing) and `/api/health/ready` (it can serve). */
export function healthAnswerer({
  check,
  isEnding,
  logger,
  now = () => performance.now(),
}: HealthOptions): Answerer {
  const checkReadiness = reuse(REUSED, logChanges(check, logger), now);
  return async (request, response) => {
    const path = pathOf(request);
    if (path !== '/api/health' && path !== '/api/health/ready') return false;
    const send = (status: number, body: Record<string, string>, headers?: Record<string, string>) =>
      sendText(request, response, { status, type: 'application/json', text: JSON.stringify(body), headers });
    if (!isRead(request)) send(405, { status: 'error', cause: 'Use GET.' }, { allow: 'GET, HEAD' });
    else if (path === '/api/health') send(200, { status: 'ok' });
    else {
      const hindrance = isEnding() ? { cause: 'The server is ending.' } : await checkReadiness();
      if (hindrance) send(503, { status: 'unready', cause: hindrance.cause });
      else send(200, { status: 'ready' });
    }
    return true;
  };
}

/** @returns the same, with each result reused for so many milliseconds */
function reuse<T>(milliseconds: number, find: () => Promise<T>, now: () => number): () => Promise<T> {
  let latest: { result: Promise<T>; at: number } | undefined;
  return () => {
    if (!latest || now() - latest.at >= milliseconds) latest = { result: find(), at: now() };
    return latest.result;
  };
}

function logChanges(check: HealthOptions['check'], logger: Logger): HealthOptions['check'] {
  let last: string | undefined;
  return async () => {
    const hindrance = await check();
    if (hindrance && hindrance.cause !== last) logger.warn(hindrance, 'Not ready');
    if (!hindrance && last) logger.info('Ready again');
    last = hindrance?.cause;
    return hindrance;
  };
}

/**
 * Answers `/api/metrics` if the request carries the token. Without a configured token there is no such address.
 *
 * @param token METRICS_TOKEN
 * @param print undefined without a token
 */
export function metricsAnswerer(token: string, print: Metrics['print'] | undefined): Answerer {
  const expected = sha256(token);
  return async (request, response) => {
    if (pathOf(request) !== '/api/metrics') return false;
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (token === '' || !print) sendText(request, response, { status: 404, text: 'Not found.\n' });
    else if (!isRead(request))
      sendText(request, response, { status: 405, text: 'Use GET.\n', headers: { allow: 'GET, HEAD' } });
    // Hashes have one length, and comparing them doesn't reveal how much of a guess is right.
    else if (!timingSafeEqual(sha256(given), expected))
      sendText(request, response, {
        status: 401,
        text: 'Unauthorized.\n',
        headers: { 'www-authenticate': 'Bearer realm="metrics"' },
      });
    else sendText(request, response, { status: 200, ...(await print()) });
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
