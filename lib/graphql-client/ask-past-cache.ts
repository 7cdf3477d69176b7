import type { AnyVariables, DocumentInput } from 'urql';
import { createSessionClient, graphqlConnection } from './client';
import { errorMessage } from './error-message';

/**
 * A way to send queries for the session on show whose answers nobody keeps: the screens' client would hold every page
 * of a long read for as long as the session lasts. Once another session is stored, its calls are refused.
 * @param signal ends what is under way
 * @returns sends one query; it throws an Error whose message is the server's first, else the fallback: a sentence
 */
export function askPastCache(signal: AbortSignal) {
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
    console.warn(fallback, error);
    throw new Error(errorMessage(error, fallback));
  };
}
