import { createGraphqlClient } from './client';
import { graphql } from './graphql';

const signOutMutation = graphql(`
  mutation SignOut {
    signOut
  }
`);

/**
 * Ends the token's session on the server; survives the page it is called from.
 * @throws urql's CombinedError where the server could not be told
 */
export async function endSession(token: string): Promise<void> {
  const client = createGraphqlClient(token, { keepalive: true });
  const { error } = await client.mutation(signOutMutation, {}).toPromise();
  if (error) throw error;
}
