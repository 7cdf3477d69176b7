import type { Client } from 'urql';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { temporaryPassword } from '@/lib/rules/temporary-password';
import type { UserFormOutput } from '@/lib/validation/users';
import { adminUserFragment } from './admin-user';

const inviteUserMutation = graphql(
  `
    mutation InviteUser(
      $accountId: ID!
      $email: String!
      $password: String!
      $role: Role
      $first_name: String
      $last_name: String
      $scopes: ScopesInput
    ) {
      createUser(
        accountId: $accountId
        email: $email
        password: $password
        role: $role
        first_name: $first_name
        last_name: $last_name
        scopes: $scopes
      ) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

const invitedUserQuery = graphql(
  `
    query InvitedUser($accountId: ID!, $email: String!) {
      listUsers(accountId: $accountId, search: $email, limit: 20) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

const fallback = "The user couldn't be invited. Try again.";

/** How far the clocks of browser and server may be apart, in milliseconds. */
const clockTolerance = 5 * 60_000;

/** The tries to invite one address, which share a password. */
export interface Invitation {
  email: string;
  password: string;
  /** When the first try began, epoch milliseconds. */
  since: number;
  /** An answer was lost: the user may have been added all the same. */
  unsure: boolean;
}

/** The invitation that a try belongs to: the previous one if that was for the same address. */
export function invitationOf(email: string, before: Invitation | null): Invitation {
  if (before?.email === email) return before;
  return { email, password: temporaryPassword(), since: Date.now(), unsure: false };
}

/** A user who was just added. */
export interface Invited {
  id: string;
  email: string;
  /** The password to sign in with, shown once. */
  password: string;
  /** The response was lost, so another admin may have added them just then, with another password. */
  unsure: boolean;
}

/**
 * Adds a user with the invitation's password. If a response was lost, it checks whether the user is there by now:
 * otherwise the password would be lost, and the address taken.
 * @throws Error with a sentence for people
 */
export async function inviteUser(
  client: Client,
  accountId: string,
  { email, first_name, last_name, role, read, write }: UserFormOutput,
  invitation: Invitation,
): Promise<Invited> {
  const { password } = invitation;
  const scopes = { read, write, ...(role === 'ADMIN' && { admin: true }) };
  const variables = { accountId, email, password, role, first_name, last_name, scopes };
  try {
    const { createUser } = await sendMutation(client, inviteUserMutation, variables, fallback);
    return { id: createUser.id, email: createUser.email, password, unsure: false };
  } catch (error) {
    invitation.unsure ||= error instanceof Error && error.message === fallback;
    const added = invitation.unsure && (await findInvited(client, accountId, invitation));
    if (added) return { id: added.id, email: added.email, password, unsure: true };
    throw error;
  }
}

async function findInvited(client: Client, accountId: string, { email, since }: Invitation) {
  try {
    const { listUsers } = await queryFresh(client, invitedUserQuery, { accountId, email });
    return listUsers.find((user) => user.email === email && Number(user.createdAt) > since - clockTolerance);
  } catch (error) {
    console.warn("Whether the user was added couldn't be read.", error);
    return undefined;
  }
}
