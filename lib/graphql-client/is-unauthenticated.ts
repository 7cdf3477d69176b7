import type { CombinedError } from 'urql';

/** Whether the server refused the call because it knows nobody by its token (any more). */
export function isUnauthenticated(error: CombinedError): boolean {
  return error.graphQLErrors.some((each) => each.extensions.code === 'UNAUTHENTICATED');
}
