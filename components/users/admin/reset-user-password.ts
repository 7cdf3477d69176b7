import type { Client } from 'urql';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import type { AdminUser } from './admin-user';

const resetUserPasswordMutation = graphql(`
  mutation ResetUserPassword($userId: ID!, $etag: String) {
    resetUserPassword(userId: $userId, etag: $etag) {
      password
      sessions_ended
    }
  }
`);

const fallback =
  'No answer came back: the old password may have stopped working. Reset it again; the newest one counts.';

/** What a reset gave: the password is shown once. */
export interface PasswordReset {
  password: string;
  sessions_ended: number;
}

/** Gives a user a new temporary password and ends the user's sessions. @throws Error with a sentence for people */
export async function resetUserPassword(client: Client, { id, etag }: AdminUser): Promise<PasswordReset> {
  const variables = { userId: id, etag };
  return (await sendMutation(client, resetUserPasswordMutation, variables, fallback)).resetUserPassword;
}
