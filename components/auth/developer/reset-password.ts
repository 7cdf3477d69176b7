import type { Client } from 'urql';
import type { Result } from '@/components/ui/outcome';
import { errorMessage } from '@/lib/graphql-client/errors';
import { graphql } from '@/lib/graphql-client/graphql';

const resetPasswordMutation = graphql(`
  mutation ResetPassword($password: String!) {
    updateMyProfile(password: $password) {
      id
    }
  }
`);

/**
 * Gives the person the client speaks for a new password. Not by `sendMutation`: SPEC.md (section 8) tells an answer
 * without an id from no answer, and both are without the server's own words.
 */
export async function resetPassword(client: Client, password: string): Promise<Result> {
  const { data, error } = await client.mutation(resetPasswordMutation, { password }).toPromise();
  if (data?.updateMyProfile?.id && !error) return { done: true, text: 'Password updated successfully.' };
  console.warn('The password was not updated.', error);
  if (error?.networkError) return { done: false, text: 'Something went wrong.' };
  return { done: false, text: errorMessage(error, 'Password update failed.') };
}
