import { type Exchange, makeOperation, mapExchange } from 'urql';
import { isUnauthenticated } from './is-unauthenticated';
import { dropEndedSession, verifyStored } from './session-store';

/**
 * Keeps a client to the session it was made for: with every call and every answer it notices that another token
 * is stored, and then refuses the call; the session is dropped once the server says that it has ended.
 * Not `@urql/exchange-auth`: that one sends a refused call again, and a session that has ended cannot be renewed.
 */
export function authExchange(token: string): Exchange {
  return mapExchange({
    onOperation: (operation) =>
      operation.kind === 'teardown' || verifyStored(token)
        ? operation
        : makeOperation(operation.kind, operation, { ...operation.context, fetch: refuse }),
    onResult: () => {
      verifyStored(token);
    },
    onError: (error) => {
      if (isUnauthenticated(error)) dropEndedSession(token);
    },
  });
}

async function refuse(): Promise<never> {
  throw new Error('The session that this call belongs to is no longer the stored one.');
}
