import type { AnyVariables, Client, DocumentInput } from 'urql';

/**
 * Reads anew, past the client's cache.
 * @throws the client's error, or an Error where neither data nor an error came back: for the log, not for people
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
