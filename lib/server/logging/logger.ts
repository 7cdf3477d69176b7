import { environment } from '@/lib/server/runtime/environment';
import { loggedPath } from './logged-path';
import { openLogger } from './open-logger';
import { RepeatedFailures } from './repeated-failures';

const failures = new RepeatedFailures();
process.once('exit', () => failures.flush());

/** The log of the API and its jobs. Never log a secret or what a person typed. */
export const logger = openLogger(environment.logLevel, undefined, failures);

interface FailedRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: NodeJS.Dict<string | string[]>;
}

/**
 * Logs an error that a page or route handler let through, with its `digest`, which the error page shows as its
 * reference (docs/product.md, "Error pages"). Without the query, which may hold what a person typed, and credentials.
 *
 * @param route by the names of the folders under app/
 */
export function logFailedRequest(error: unknown, { method, path, headers }: FailedRequest, route: string) {
  logger.error(
    { err: error, requestId: headers['x-request-id'], method, path: loggedPath(path), route },
    'Request failed',
  );
}
