import type { SignInInput } from '@/lib/validation/auth';
import { createGraphqlClient } from './client';
import { errorMessage } from './client-errors';
import { currentUserFragment } from './current-user';
import { graphql } from './graphql';
import { adoptSession } from './session-store';

const signInMutation = graphql(
  `
    mutation SignIn($email: String!, $password: String!) {
      signIn(email: $email, password: $password) {
        token
        user {
          ...CurrentUser
        }
      }
    }
  `,
  [currentUserFragment],
);

/**
 * Signs a person in and adopts the session, unless the person has canceled by then.
 * @param canceled aborted when the form is closed
 * @returns null, or why it failed: a sentence for people
 */
export async function signIn(input: SignInInput, canceled?: AbortSignal): Promise<string | null> {
  // Sent without a token: an earlier session has no part in it.
  const { data, error } = await createGraphqlClient(null, canceled && { signal: canceled })
    .mutation(signInMutation, input)
    .toPromise();
  if (canceled?.aborted) return 'Signing in was canceled.';
  if (!data?.signIn) return errorMessage(error, "Couldn't reach the server. Try again.");
  adoptSession(data.signIn.token, data.signIn.user);
  return null;
}

const signOutMutation = graphql(`
  mutation SignOut {
    signOut
  }
`);

/**
 * Ends the token's session on the server; survives the page it is called from.
 * @throws urql's CombinedError if the server didn't confirm it
 */
export async function endSession(token: string): Promise<void> {
  const client = createGraphqlClient(token, { keepalive: true });
  const { error } = await client.mutation(signOutMutation, {}).toPromise();
  if (error) throw error;
}
