import { type Client, cacheExchange, createClient, fetchExchange } from 'urql';
import { limits } from '@/lib/config/limits';
import { authExchange } from './auth-exchange';
import { readToken } from './session-token';

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
 */
export function createGraphqlClient(token: string | null, fetchOptions: RequestInit = {}): Client {
  return createClient({
    url: '/api/graphql',
    preferGetMethod: false,
    fetchOptions,
    // urql puts a signal of its own in the place of ours.
    fetch: (input, init) => fetch(input, { ...init, signal: anyOf(init?.signal, fetchOptions.signal) }),
    exchanges: [cacheExchange, ...(token === null ? [] : [authExchange(token)]), fetchExchange],
  });
}

/** Aborted by any of the signals, and by our patience. */
function anyOf(...signals: (AbortSignal | null | undefined)[]): AbortSignal {
  return AbortSignal.any([...signals.filter((signal) => !!signal), AbortSignal.timeout(limits.patience)]);
}

/** The connection of the stored token; another one as soon as another token is stored. */
export function graphqlConnection(): GraphqlConnection {
  const token = readToken();
  if (connection?.token !== token) connection = { client: createGraphqlClient(token), id: ++made, token };
  return connection;
}

/** The client of the stored session, for calls outside of React. */
export function graphqlClient(): Client {
  return graphqlConnection().client;
}
