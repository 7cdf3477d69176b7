// @ts-check
import { answerHealth } from './answer-health';
import { answerMetrics } from './answer-metrics';
import { createMetrics } from './metrics';
import { observeRequests } from './observe-requests';
import { readiness } from './readiness';
import { requestLog, serverLogger } from './request-log';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * What an operator sees of the server: its log, `/api/health`, `/api/health/ready` and `/api/metrics`.
 *
 * @param {import('@/lib/config/environment').Environment} environment of a migrated database
 * @param {import('node:http').Server} server
 * @param {() => boolean} isEnding whether the process has been asked to end
 * @returns `observe` runs what answers a request, and logs and counts it; `isMonitoring` is true of a request for one of
 *   these addresses, and `answer` once it has answered it
 */
export function monitoring(environment, server, isEnding) {
  const { databaseUrl, metricsToken } = environment;
  const logger = serverLogger(environment);
  // Counting costs a little: only where somebody may read it.
  const metrics = metricsToken === '' ? undefined : createMetrics(server);
  const health = answerHealth({ check: readiness(databaseUrl), isEnding, logger });
  const toldMetrics = answerMetrics(metricsToken, metrics?.print);
  return {
    isMonitoring,
    observe: observeRequests([requestLog(logger), ...(metrics ? [metrics.count] : [])]),
    /** @param {IncomingMessage} request @param {ServerResponse} response */
    answer: async (request, response) =>
      isMonitoring(request) && ((await health(request, response)) || (await toldMetrics(request, response))),
  };
}

/** @param {IncomingMessage} request */
const isMonitoring = ({ url = '' }) => /^\/api\/(health|health\/ready|metrics)(\?|$)/.test(url);
