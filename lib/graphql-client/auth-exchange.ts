import { type CombinedError, type Exchange, makeOperation, mapExchange } from 'urql';
import { dropSession } from './session-store';

const isUnauthenticated = (error: CombinedError) =>
  error.graphQLErrors.some((each) => each.extensions.code === 'UNAUTHENTICATED');

/**
 * Sends the bearer token with every call, and drops the session once the server says that it has ended.
 * Not `@urql/exchange-auth`: that one sends a refused call again, and a session that has ended cannot be renewed.
 */
export function authExchange(token: string): Exchange {
  return mapExchange({
    onOperation: (operation) =>
      makeOperation(operation.kind, operation, {
        ...operation.context,
        fetchOptions: { ...operation.context.fetchOptions, headers: { Authorization: `Bearer ${token}` } },
      }),
    onError: (error) => {
      if (isUnauthenticated(error)) dropSession(token);
    },
  });
}
