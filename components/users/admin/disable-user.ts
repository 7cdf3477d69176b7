import type { Client } from 'urql';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { adminUserFragment } from './admin-user';

const disableUserMutation = graphql(
  `
    mutation DisableUser($id: ID!) {
      disableUser(id: $id) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

const fallback = 'The user could not be disabled. Please try again.';

/** Ends a user's sessions and stops the keys. @throws Error with a sentence for people */
export async function disableUser(client: Client, id: string): Promise<void> {
  await sendMutation(client, disableUserMutation, { id }, fallback);
}
