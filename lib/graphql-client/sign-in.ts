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
 * Signs a person in and adopts the session.
 * @returns null, or why it failed: a sentence for people
 */
export async function signIn(input: SignInInput): Promise<string | null> {
  // Spoken as nobody: a session of before has no part in it.
  const { data, error } = await createGraphqlClient(null).mutation(signInMutation, input).toPromise();
  if (!data?.signIn) return errorMessage(error, 'Could not reach the server. Please try again.');
  adoptSession(data.signIn.token, data.signIn.user);
  return null;
}
