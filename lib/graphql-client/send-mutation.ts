import type { AnyVariables, Client, DocumentInput } from 'urql';
import { AnswerLost } from './answer-lost';
import { errorMessage } from './error-message';

/**
 * Sends a mutation once, as the person the client speaks for; a failure is logged.
 * @param client the one of the screen (urql's `useClient`): another tab may have signed in somebody else meanwhile
 * @param fallback what a person is told where the server has not spoken: a sentence
 * @throws Error whose message is the server's first; AnswerLost with the fallback where it has not spoken
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
  throw message ? new Error(message) : new AnswerLost(fallback);
}

/** Whether an answer holds what was asked for: no server of ours answers without, but something in between may. */
const isWhole = (data: object) => {
  const fields = Object.values(data);
  return fields.length > 0 && fields.every((field) => field != null && field !== false);
};
