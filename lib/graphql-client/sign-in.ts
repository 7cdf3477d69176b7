import type { SignInInput } from '@/lib/validation/auth';
import { createGraphqlClient } from './client';
import { currentUserFragment } from './current-user';
import { errorMessage } from './error-message';
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
 * Signs a person in and adopts the session, unless the person has turned away meanwhile.
 * @param turnedAway aborted when the form is closed
 * @returns null, or why it failed: a sentence for people
 */
export async function signIn(input: SignInInput, turnedAway?: AbortSignal): Promise<string | null> {
  // Spoken as nobody: a session of before has no part in it.
  const { data, error } = await createGraphqlClient(null, turnedAway && { signal: turnedAway })
    .mutation(signInMutation, input)
    .toPromise();
  if (turnedAway?.aborted) return 'Signing in was cancelled.';
  if (!data?.signIn) return errorMessage(error, 'Could not reach the server. Please try again.');
  adoptSession(data.signIn.token, data.signIn.user);
  return null;
}
