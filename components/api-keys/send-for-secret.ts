import type { AnyVariables, Client, DocumentInput } from 'urql';
import { sendMutation } from '@/lib/graphql-client/calls';
import { ResponseLost } from '@/lib/graphql-client/errors';

/**
 * Sends a mutation whose response is the one place to read a secret. If the server sent no message, the mutation may
 * have succeeded and its secret be lost: just trying again would make a second key, or end the secret that works.
 * @param change what the mutation does to the key
 * @throws Error with the server's sentence, or ResponseLost with one that says to look first
 */
export async function sendForSecret<Data, Variables extends AnyVariables>(
  client: Client,
  document: DocumentInput<Data, Variables>,
  variables: Variables,
  change: 'created' | 'rotated',
): Promise<Data> {
  try {
    return await sendMutation(client, document, variables, `The API key couldn't be ${change}.`);
  } catch (error) {
    if (!(error instanceof ResponseLost)) throw error;
    throw new ResponseLost(
      `The response was lost: the key may have been ${change}. Check the list before you try again.`,
    );
  }
}
