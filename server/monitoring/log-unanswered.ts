// @ts-check
import { loggedErrors } from '@/lib/server/runtime/runtime';

/**
 * Logs what kept a request from its answer, unless the error has its line already.
 *
 * @param {import('pino').Logger} logger
 * @param {unknown} error
 * @param {Pick<import('node:http').ServerResponse, 'getHeader'>} response with the request's id
 */
export function logUnanswered(logger, error, response) {
  if (!loggedErrors.add(error)) return;
  logger.error({ err: error, requestId: response.getHeader('x-request-id') }, 'Request failed');
}
