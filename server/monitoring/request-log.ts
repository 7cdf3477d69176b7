import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { loggedPath } from '@/lib/server/logging/logged-path';
import { loggedErrors } from '@/lib/server/runtime/runtime';
import type { FinishedRequest } from './observe-requests';

/** How often (ms) a wrong token is worth a warning. */
const WARN_EVERY_MS = 1_000;

/**
 * Logs one line per request once it has ended. API calls, forms and server failures are logged at `info`, everything
 * else at `debug`. A wrong METRICS_TOKEN, which may be a guess, is logged at `warn` once per second. A line's only
 * personal data are ids: it has no address, email, user agent, token or variable.
 */
export function requestLog(logger: Logger): (request: FinishedRequest) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return ({ id, method, target, route, status, aborted, seconds, notes }) => {
    let level = levelOf(route, status);
    if (level === 'warn') {
      const now = performance.now();
      if (now - warnedAt < WARN_EVERY_MS) level = 'debug';
      else warnedAt = now;
    }
    if (!logger.isLevelEnabled(level)) return;
    const { fields, accountId, userId } = notes;
    const jobs = fields.flatMap(({ job }) => job ?? []);
    const calls = fields.map(({ field, code }) => (code === 'OK' ? field : `${field} ${code}`));
    logger[level](
      {
        requestId: id,
        method,
        path: loggedPath(target),
        status,
        ...(aborted && { aborted }),
        ms: Math.round(seconds * 10_000) / 10,
        ...(calls.length > 0 && { calls }),
        ...(jobs.length > 0 && { jobs }),
        accountId,
        userId,
      },
      'Request',
    );
  };
}

function levelOf(route: FinishedRequest['route'], status: number): 'debug' | 'info' | 'warn' {
  if (route === 'monitoring' && status === 401) return 'warn';
  return route === 'api' || route === 'stream' || route === 'email' || status >= 500 ? 'info' : 'debug';
}

/**
 * Logs why a request got no response, unless the log has a line for the error already.
 *
 * @param response with the request's id
 */
export function logUnfinished(
  logger: Logger,
  error: unknown,
  response: Pick<ServerResponse, 'getHeader'>,
): void {
  if (!loggedErrors.add(error)) return;
  logger.error({ err: error, requestId: response.getHeader('x-request-id') }, 'Request failed');
}
