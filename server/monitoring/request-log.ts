// @ts-check
import { openLogger } from '@/lib/server/logging/open-logger';

/** @typedef {import('./observe-requests').Answered} Answered */

const LONGEST_PATH = 200;

/**
 * A path as the log may have it: without its query, which may hold what a person typed, cut, and without what looks
 * like a credential or an e-mail address.
 *
 * @param {string} target of a request, perhaps nonsense
 */
export function loggedPath(target) {
  const [path = ''] = target.split(/[?#]/, 1);
  if (!path.startsWith('/')) return '(no path)';
  const shown = path
    .split('/')
    .map((part) => (/@|%40|sy_(live|session)/i.test(part) ? '…' : part))
    .join('/');
  return shown.length > LONGEST_PATH ? `${shown.slice(0, LONGEST_PATH)}…` : shown;
}

/**
 * The log of the server in front of Next.
 * @param {import('@/lib/config/environment').Environment} environment
 */
export const serverLogger = ({ logLevel }) => openLogger(logLevel);

/**
 * Writes one line for a request once it has ended: API calls, forms and failures of the server at `info`, a wrong
 * METRICS_TOKEN, which may be a guess, at `warn`, the rest at `debug`. Ids stand in it, and nothing else of a person: no address, e-mail, user agent, token or variable.
 *
 * @param {import('pino').Logger} logger
 * @returns {(answered: Answered) => void}
 */
export function requestLog(logger) {
  return ({ id, method, target, route, status, aborted, seconds, notes }) => {
    const level = levelOf(route, status);
    if (!logger.isLevelEnabled(level)) return;
    const { fields, accountId, userId } = notes;
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
        accountId,
        userId,
      },
      'Request',
    );
  };
}

/**
 * @param {Answered['route']} route
 * @param {number} status
 * @returns {'debug' | 'info' | 'warn'}
 */
function levelOf(route, status) {
  if (route === 'monitoring' && status === 401) return 'warn';
  return route === 'api' || route === 'email' || status >= 500 ? 'info' : 'debug';
}
