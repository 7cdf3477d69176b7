import type { Client } from 'urql';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type AdminUser, adminUserFragment } from './admin-user';

const presentUserQuery = graphql(
  `
    query PresentUser($id: ID!) {
      getUser(id: $id) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

/** A user as stored now; null where that cannot be read. */
export async function readUser(client: Client, id: string): Promise<AdminUser | null> {
  try {
    return (await queryFresh(client, presentUserQuery, { id })).getUser;
  } catch (error) {
    console.warn('The user could not be read again.', error);
    return null;
  }
}
