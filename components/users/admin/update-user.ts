import type { Client } from 'urql';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type AdminUser, adminUserFragment } from './admin-user';
import type { UserChanges } from './user-form-fields';

const updateUserMutation = graphql(
  `
    mutation UpdateUser($id: ID!, $updates: UserUpdates!, $etag: String) {
      updateUser(id: $id, updates: $updates, etag: $etag) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

const fallback = 'The user could not be updated. Please try again.';

/**
 * Changes a user, if nobody else has since it was read.
 * @returns the stored record
 * @throws Error with a sentence for people
 */
export async function updateUser(
  client: Client,
  { id, etag }: AdminUser,
  updates: UserChanges,
): Promise<AdminUser> {
  return (await sendMutation(client, updateUserMutation, { id, etag, updates }, fallback)).updateUser;
}
