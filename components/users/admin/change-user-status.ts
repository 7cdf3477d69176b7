import type { Client } from 'urql';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type AdminUser, adminUserFragment } from './admin-user';

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

const userStatusQuery = graphql(`
  query UserStatus($id: ID!) {
    getUser(id: $id) {
      id
      status
    }
  }
`);

/** What a change of status came to: `already` if another person or tab had made it before. */
export type StatusChange = 'done' | 'already';

/** Ends a user's sessions and stops the keys. @throws Error with a sentence for people */
export async function disableUser(client: Client, id: string): Promise<StatusChange> {
  if ((await readStatus(client, id)) === 'DISABLED') return 'already';
  await sendMutation(client, disableUserMutation, { id }, "The user couldn't be disabled. Try again.");
  return 'done';
}

/** Lets a disabled user in again. @throws Error with a sentence for people */
export async function enableUser(client: Client, id: string): Promise<StatusChange> {
  if ((await readStatus(client, id)) === 'ACTIVE') return 'already';
  await sendMutation(client, enableUserMutation, { id }, "The user couldn't be enabled. Try again.");
  return 'done';
}

/** The status as it is now; null if it can't be read, which must not keep anyone from changing it. */
async function readStatus(client: Client, id: string): Promise<AdminUser['status'] | null> {
  try {
    return (await queryFresh(client, userStatusQuery, { id })).getUser.status;
  } catch (error) {
    console.warn("The user's status couldn't be read.", error);
    return null;
  }
}
