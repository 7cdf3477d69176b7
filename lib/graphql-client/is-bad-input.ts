import type { CombinedError } from 'urql';

/** Whether the server refused the call for what was sent with it. */
export function isBadInput(error: CombinedError): boolean {
  return error.graphQLErrors.some((each) => each.extensions.code === 'BAD_USER_INPUT');
}
