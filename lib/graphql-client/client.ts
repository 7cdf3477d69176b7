import {
  type Client,
  cacheExchange,
  createClient,
  type Exchange,
  fetchExchange,
  makeOperation,
  mapExchange,
} from 'urql';
import { limits } from '@/lib/config/limits';
import { hasErrorCode } from './client-errors';
import { dropEndedSession, sessionToken, subscribe, verifyStored } from './session-store';
import { untilPageStays } from './unless-leaving';

/** A client and a number that is never used twice: screens remount on it, so that no data outlives a session. */
interface GraphqlConnection {
  readonly client: Client;
  readonly id: number;
  readonly token: string | null;
}

type FetchOptions = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

let connection: GraphqlConnection | null = null;
let made = 0;

/**
 * A client that sends one token, or none; its cache belongs to one person.
 * @param fetchOptions more options for every request: `keepalive`, `headers`, a `signal` that ends it
 * @param guards exchanges in front of the cache
 * @param patience how long a request may take, in milliseconds
 */
export function createGraphqlClient(
  token: string | null,
  fetchOptions: FetchOptions = {},
  guards: Exchange[] = [],
  patience: number = limits.patience,
): Client {
  return createClient({
    url: '/api/graphql',
    preferGetMethod: false,
    fetchOptions:
      token === null
        ? fetchOptions
        : { ...fetchOptions, headers: { ...fetchOptions.headers, ...bearer(token) } },
    // urql replaces our signal with its own.
    fetch: (input, init) =>
      fetch(input, { ...init, signal: anyOf(patience, init?.signal, fetchOptions.signal) }),
    exchanges: [...guards, cacheExchange, leavingExchange, fetchExchange],
  });
}

/** Holds failed requests back while the page is being left, the responses cut short too. */
const leavingExchange = mapExchange({
  onResult: (result) => {
    if (result.error?.networkError) return untilPageStays().then(() => result);
  },
});

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Aborted by any of the signals, and by a timeout in milliseconds. */
function anyOf(timeout: number, ...signals: (AbortSignal | null | undefined)[]): AbortSignal {
  return AbortSignal.any([...signals.filter((signal) => !!signal), AbortSignal.timeout(timeout)]);
}

/** A client for its token's session only: once another session is stored, its calls are refused. */
export function createSessionClient(
  token: string | null,
  fetchOptions: FetchOptions = {},
  patience?: number,
): Client {
  return createGraphqlClient(token, fetchOptions, token === null ? [] : [authExchange(token)], patience);
}

/**
 * Keeps a client to the session it was made for. With every call and every response it checks whether another token is
 * stored, and then refuses the call; it drops the session once the server says that it has ended. Not
 * `@urql/exchange-auth`: that one sends a refused call again, and a session that has ended can't be renewed.
 */
function authExchange(token: string): Exchange {
  return mapExchange({
    onOperation: (operation) =>
      operation.kind === 'teardown' || verifyStored(token)
        ? operation
        : makeOperation(operation.kind, operation, { ...operation.context, fetch: refuse }),
    onResult: () => {
      verifyStored(token);
    },
    onError: (error) => {
      if (hasErrorCode(error, 'UNAUTHENTICATED')) dropEndedSession(token);
    },
  });
}

async function refuse(): Promise<never> {
  throw new Error('The session that this call belongs to is no longer the stored one.');
}

/** The connection of the current session; each session gets its own. */
export function graphqlConnection(): GraphqlConnection {
  const token = sessionToken();
  if (connection?.token !== token) {
    connection = { client: createSessionClient(token), id: ++made, token };
  }
  return connection;
}

// An ended session leaves nothing in memory, even if no screen uses the next connection.
subscribe(() => {
  if (connection?.token !== sessionToken()) connection = null;
});
