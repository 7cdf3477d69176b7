import type { AnyVariables, Client, DocumentInput } from 'urql';
import { limits } from '@/lib/config/limits';
import { createSessionClient, graphqlConnection } from './client';
import { errorMessage, inputFaults, ResponseLost } from './client-errors';

/**
 * Sends a mutation once, as the client's user; a failure is logged.
 * @param client the screen's own (urql's `useClient`): another tab may have signed in another person since then
 * @param fallback a sentence for the person if the server sent no message
 * @throws Error whose message is the server's first, and whose cause is the client's error; ResponseLost with the fallback if the server sent none
 */
export async function sendMutation<Data, Variables extends AnyVariables>(
  client: Client,
  document: DocumentInput<Data, Variables>,
  variables: Variables,
  fallback: string,
): Promise<Data> {
  const { data, error } = await client.mutation(document, variables).toPromise();
  if (data && !error && isWhole(data)) return data;
  console.warn(fallback, error);
  const message = errorMessage(error, '');
  throw message ? new Error(message, { cause: error }) : new ResponseLost(fallback);
}

/** Whether a response contains the requested data: our server always sends it, but a proxy in between may not. */
const isWhole = (data: object) => {
  const fields = Object.values(data);
  return fields.length > 0 && fields.every((field) => field != null && field !== false);
};

/**
 * Queries the server, not the client's cache.
 * @throws the client's error, or an Error if neither data nor an error came back: for the log, not for people
 */
export async function queryFresh<Data, Variables extends AnyVariables>(
  client: Client,
  document: DocumentInput<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const context = { requestPolicy: 'network-only' } as const;
  const { data, error } = await client.query(document, variables, context).toPromise();
  if (error || !data) throw error ?? new Error('No answer came back.');
  return data;
}

/**
 * Sends queries for the current session without caching their results. The screens' client would hold every page of a
 * long read for the whole session. Once another session is stored, its calls are refused.
 * @param signal cancels the query under way
 * @returns sends one query; it throws an Error whose message is the server's first, or the fallback: a sentence. Its
 *   cause is the client's error
 */
export function createUncachedQuery(signal: AbortSignal) {
  const { token } = graphqlConnection();
  return async <Data, Variables extends AnyVariables>(
    document: DocumentInput<Data, Variables>,
    variables: Variables,
    fallback: string,
  ): Promise<Data> => {
    signal.throwIfAborted();
    const { data, error } = await createSessionClient(token, { signal })
      .query(document, variables)
      .toPromise();
    signal.throwIfAborted();
    if (data && !error) return data;
    // A screen shows faults at its fields.
    if (inputFaults(error).length === 0) console.warn(fallback, error);
    throw new Error(errorMessage(error, fallback), { cause: error });
  };
}

/**
 * Sends a mutation with a file, as a form.
 * @param signal cancels it
 * @throws Error as sendMutation
 */
export function sendFile<Data, Variables extends AnyVariables>(
  document: DocumentInput<Data, Variables>,
  variables: Variables & { file: File },
  fallback: string,
  signal: AbortSignal,
): Promise<Data> {
  const { token } = graphqlConnection();
  // The server takes forms only with a header that no other site's form can send.
  const headers = { 'GraphQL-Require-Preflight': '1' };
  const client = createSessionClient(token, { signal, headers }, limits.uploadPatience);
  return sendMutation(client, document, variables, fallback);
}
