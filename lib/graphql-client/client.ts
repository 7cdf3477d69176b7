import { type Client, cacheExchange, createClient, type Exchange, fetchExchange } from 'urql';
import { limits } from '@/lib/config/limits';
import { authExchange } from './auth-exchange';
import { sessionToken, subscribe } from './session-store';

/** A client and a number that is never used twice: screens remount on it, so that no data outlives a session. */
interface GraphqlConnection {
  readonly client: Client;
  readonly id: number;
  readonly token: string | null;
}

let connection: GraphqlConnection | null = null;
let made = 0;

/**
 * A client that speaks for one token, or for nobody; its cache is one person's.
 * @param fetchOptions more options for every request: `keepalive`, a `signal` that ends it
 * @param guards what stands before the cache
 */
export function createGraphqlClient(
  token: string | null,
  fetchOptions: RequestInit = {},
  guards: Exchange[] = [],
): Client {
  return createClient({
    url: '/api/graphql',
    preferGetMethod: false,
    fetchOptions: token === null ? fetchOptions : { ...fetchOptions, headers: bearer(token) },
    // urql puts a signal of its own in the place of ours.
    fetch: (input, init) => fetch(input, { ...init, signal: anyOf(init?.signal, fetchOptions.signal) }),
    exchanges: [...guards, cacheExchange, fetchExchange],
  });
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Aborted by any of the signals, and by our patience. */
function anyOf(...signals: (AbortSignal | null | undefined)[]): AbortSignal {
  return AbortSignal.any([...signals.filter((signal) => !!signal), AbortSignal.timeout(limits.patience)]);
}

/** A client that keeps to the session of its token: once another one is stored, its calls are refused. */
export function createSessionClient(token: string | null, fetchOptions: RequestInit = {}): Client {
  return createGraphqlClient(token, fetchOptions, token === null ? [] : [authExchange(token)]);
}

/** The connection of the session on show; another one as soon as that is another session. */
export function graphqlConnection(): GraphqlConnection {
  const token = sessionToken();
  if (connection?.token !== token) {
    connection = { client: createSessionClient(token), id: ++made, token };
  }
  return connection;
}

// A session that has ended leaves nothing in memory, also where no screen asks for the next connection.
subscribe(() => {
  if (connection?.token !== sessionToken()) connection = null;
});
