import {
  type Client,
  type CombinedError,
  cacheExchange,
  createClient,
  fetchExchange,
  mapExchange,
} from 'urql';
import { dropSession, readToken } from './session-store';

/** A client and a number that is never used twice: screens remount on it, so that no data outlives a session. */
export interface GraphqlConnection {
  readonly client: Client;
  readonly id: number;
  readonly token: string | null;
}

let connection: GraphqlConnection | null = null;
let made = 0;

const isUnauthenticated = (error: CombinedError) =>
  error.graphQLErrors.some((each) => each.extensions.code === 'UNAUTHENTICATED');

/**
 * A client that speaks for one token, or for nobody; its cache is one person's.
 * @param fetchOptions more options for every request, e.g. `keepalive`
 */
export function createGraphqlClient(token: string | null, fetchOptions: RequestInit = {}): Client {
  return createClient({
    url: '/api/graphql',
    preferGetMethod: false,
    fetchOptions:
      token === null ? fetchOptions : { ...fetchOptions, headers: { Authorization: `Bearer ${token}` } },
    exchanges: [
      cacheExchange,
      // Not an authExchange: that would send the call again, and a session that has ended cannot be renewed.
      mapExchange({
        onError: (error) => {
          if (token !== null && isUnauthenticated(error)) dropSession(token);
        },
      }),
      fetchExchange,
    ],
  });
}

/** The connection of the stored token; another one as soon as another token is stored. */
export function graphqlConnection(): GraphqlConnection {
  const token = readToken();
  if (connection?.token !== token) resetClient();
  connection ??= { client: createGraphqlClient(token), id: ++made, token };
  return connection;
}

/** The client of the stored session, for calls outside of React. */
export function graphqlClient(): Client {
  return graphqlConnection().client;
}

/** Forgets the client and all that it has cached; the next call starts a fresh one. */
export function resetClient(): void {
  connection = null;
}
