'use client';
import { useState } from 'react';
import { type Client, useClient } from 'urql';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
import { queryFresh } from '@/lib/graphql-client/calls';
import { changeRecord } from '@/lib/graphql-client/change-record';
import { graphql } from '@/lib/graphql-client/graphql';
import { type AdminUser, adminUserFragment, userFieldWords } from './admin-user';

const latestUserQuery = graphql(
  `
    query PresentUser($id: ID!) {
      getUser(id: $id) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

/** @throws the client's error, which is logged */
async function readUser(client: Client, id: string): Promise<AdminUser> {
  try {
    return (await queryFresh(client, latestUserQuery, { id })).getUser;
  } catch (error) {
    console.warn("The user couldn't be read again.", error);
    throw error;
  }
}

/** A user whose dialog is open: the record as last read, and what another person has changed in it since then. */
export function useEditedUser(listed: AdminUser) {
  const client = useClient();
  const [user, setUser] = useState(listed);
  const [concurrentChange, setConcurrentChange] = useState<string | null>(null);
  /**
   * Changes the user; if that fails, the user is read again.
   * @param recover the result if the record as read again already has the change; otherwise undefined
   * @throws Error with a sentence for people
   */
  const change = <Made>(
    make: (user: AdminUser) => Promise<Made>,
    recover: (latest: AdminUser) => Made | undefined = () => undefined,
  ): Promise<Made> =>
    changeRecord(user, {
      make: () => make(user),
      recover,
      read: () => readUser(client, user.id),
      show: (latest) => {
        setConcurrentChange(changedMeanwhile(user, latest, userFieldWords));
        setUser(latest);
      },
    });
  /** `concurrentChange`: a sentence, or null if nothing had changed at the last reading. */
  return { user, concurrentChange, change };
}
