import type { AnyVariables, Client, DocumentInput } from 'urql';
import { sendMutation } from '@/lib/graphql-client/calls';
import { AnswerLost } from '@/lib/graphql-client/errors';

/**
 * Sends a mutation whose answer is the one place to read a secret. Where the server has not spoken, the deed may be done
 * and its secret lost: whoever just tries again makes a second key, or ends the secret that works.
 * @param deed what becomes of the key
 * @throws Error with the server's sentence, or AnswerLost with one that says to look first
 */
export async function sendForSecret<Data, Variables extends AnyVariables>(
  client: Client,
  document: DocumentInput<Data, Variables>,
  variables: Variables,
  deed: 'created' | 'rotated',
): Promise<Data> {
  try {
    return await sendMutation(client, document, variables, `The API key could not be ${deed}.`);
  } catch (error) {
    if (!(error instanceof AnswerLost)) throw error;
    throw new AnswerLost(
      `The answer was lost: the key may have been ${deed}. Look at the list before trying again.`,
    );
  }
}
