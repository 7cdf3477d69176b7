import { pathOf } from '@/lib/server/path-of';
import { logger } from './logger';

interface FailedRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: NodeJS.Dict<string | string[]>;
}

/**
 * Logs an error that a page or route handler let through, with its `digest`, which the error page shows as its
 * reference (docs/product.md, "Error pages"). A query is left out: it may hold what a person typed.
 *
 * @param route by the names of the folders under app/
 */
export function logFailedRequest(error: unknown, { method, path, headers }: FailedRequest, route: string) {
  logger.error(
    { err: error, requestId: headers['x-request-id'], method, path: pathOf(path), route },
    'Request failed',
  );
}
