import type { Client } from 'urql';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { adminUserFragment } from './admin-user';

const enableUserMutation = graphql(
  `
    mutation EnableUser($id: ID!) {
      enableUser(id: $id) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

const fallback = 'The user could not be enabled. Please try again.';

/** Lets a disabled user in again. @throws Error with a sentence for people */
export async function enableUser(client: Client, id: string): Promise<void> {
  await sendMutation(client, enableUserMutation, { id }, fallback);
}
