import type { Client } from 'urql';
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
  const context = { requestPolicy: 'network-only' } as const;
  const { data, error } = await client.query(presentUserQuery, { id }, context).toPromise();
  if (error) console.warn('The user could not be read again.', error);
  return data?.getUser ?? null;
}
