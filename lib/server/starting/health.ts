import type { Logger } from 'pino';
import { databaseKind } from '@/lib/config/database-url';
import { version } from '@/lib/config/releases';
import { NO_WORKER } from '@/lib/server/jobs/peers/worker-watch';
import { logger } from '@/lib/server/logging/logger';
import { environment } from '@/lib/server/runtime/environment';
import { type Health, runtime } from '@/lib/server/runtime/runtime';
import { type Hindrance, readinessCheck } from '@/lib/server/starting/readiness-check';

/** How long (ms) one check of the database is reused, so that frequent probes don't load the server. */
const REUSED = 1_000;

interface Options {
  /** Which database the site has, for operators. */
  database: 'SQLite' | 'PostgreSQL';
  /** Resolves to what keeps the site from serving. */
  check(): Promise<Hindrance | undefined>;
  /** Whether no process that runs jobs is alive. The site serves everything else, so it stays ready. */
  lacksWorkers?(): boolean;
  /** Whether the process has been asked to end. */
  isEnding(): boolean;
  /** Gets a line when readiness is lost or regained. */
  logger: Pick<Logger, 'info' | 'warn'>;
  /** In milliseconds. */
  now?(): number;
}

/** @returns responds to `/api/health` (the process runs; touches nothing) and `/api/health/ready` (it can serve) */
export function openHealth({
  database,
  check,
  lacksWorkers = () => runtime.api?.workflows.workers.areMissing ?? false,
  isEnding,
  logger,
  now = () => performance.now(),
}: Options): Health {
  const checkReadiness = reuse(REUSED, logChanges(check, logger), now);
  return async (path, method) => {
    if (method !== 'GET' && method !== 'HEAD')
      return answer(405, { status: 'error', cause: 'Use GET.' }, { allow: 'GET, HEAD' });
    if (path === '/api/health') return answer(200, { status: 'ok', version });
    const hindrance = isEnding() ? { cause: 'The server is ending.' } : await checkReadiness();
    if (hindrance) return answer(503, { status: 'unready', database, version, cause: hindrance.cause });
    return answer(200, {
      ...{ status: 'ready', database, version },
      ...(lacksWorkers() && { jobs: NO_WORKER }),
    });
  };
}

const answer = (status: number, body: Record<string, string>, headers?: Record<string, string>) => ({
  status,
  text: JSON.stringify(body),
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
});

/** @returns the same, with each result reused for so many milliseconds */
function reuse<T>(milliseconds: number, find: () => Promise<T>, now: () => number): () => Promise<T> {
  let latest: { result: Promise<T>; at: number } | undefined;
  return () => {
    if (!latest || now() - latest.at >= milliseconds) latest = { result: find(), at: now() };
    return latest.result;
  };
}

function logChanges(check: Options['check'], logger: Options['logger']): Options['check'] {
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
 * The health of a process under `next dev` or `next start`. The first call, at the start, notes which file the database
 * is.
 */
export function healthWithinNext(): Health {
  runtime.health ??= openHealth({
    database: databaseKind(environment.databaseUrl),
    check: checkWithinNext(),
    isEnding: () => false,
    logger,
  });
  return runtime.health;
}

function checkWithinNext(): Options['check'] {
  const check = readinessCheck(environment.databaseUrl);
  return async () => {
    const hindrance = await check();
    // The database has been prepared since, or wasn't the cause.
    if (!hindrance && !runtime.api) return { cause: "The API couldn't be started. Restart the server." };
    return hindrance;
  };
}

/** The route handler of both addresses, for every method. */
export async function receiveProbe(request: Request): Promise<Response> {
  const { status, text, headers } = await healthWithinNext()(new URL(request.url).pathname, request.method);
  return new Response(request.method === 'HEAD' ? null : text, { status, headers });
}
