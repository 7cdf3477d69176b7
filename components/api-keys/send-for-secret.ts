import type { AnyVariables, Client, DocumentInput } from 'urql';
import { messageOf } from '@/lib/graphql-client/message-of';
import { sendMutation } from '@/lib/graphql-client/send-mutation';

/**
 * Sends a mutation whose answer is the one place to read a secret. Where the server has not spoken, the deed may be done
 * and its secret lost: whoever just tries again makes a second key, or ends the secret that works.
 * @param deed what becomes of the key
 * @throws Error with the server's sentence, or one that says to look first
 */
export async function sendForSecret<Data, Variables extends AnyVariables>(
  client: Client,
  document: DocumentInput<Data, Variables>,
  variables: Variables,
  deed: 'created' | 'rotated',
): Promise<Data> {
  const unheard = `The API key could not be ${deed}.`;
  try {
    return await sendMutation(client, document, variables, unheard);
  } catch (error) {
    if (messageOf(error) !== unheard) throw error;
    throw new Error(
      `The answer was lost: the key may have been ${deed}. Look at the list before trying again.`,
    );
  }
}
