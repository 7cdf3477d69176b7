'use client';
import { useEffect, useMemo, useState } from 'react';
import { type Client, useQuery } from 'urql';
import { sendMutation } from '@/lib/graphql-client/calls';
import { waitSentence } from '@/lib/graphql-client/errors';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** Where the user is signed in, this session first, then the last used first. */
const mySessionsQuery = graphql(`
  query MySessions {
    mySessions {
      id
      device
      address
      createdAt
      last_used_at
      is_current
    }
  }
`);

/** A session as the list shows it; times are epoch milliseconds. */
export type MySession = ResultOf<typeof mySessionsQuery>['mySessions'][number];

/** A session in words: `Firefox on Linux (203.0.113.7)`. */
export const sessionName = ({ device, address }: Pick<MySession, 'device' | 'address'>) =>
  address ? `${device} (${address})` : device;

export type MySessions = {
  state:
    | { status: 'loading' }
    /** `wait`: see waitSentence. */
    | { status: 'failed'; wait: string | null }
    | { status: 'ready'; sessions: MySession[] };
  /** Reads the list again; a request in progress is dropped. */
  reload: () => void;
};

/** The user's own sessions. A change of the user reads them again, because a new password ends the others. */
export function useMySessions(): MySessions {
  const [readings, setReadings] = useState(0);
  // A new context makes urql send the query again.
  const context = useMemo(() => ({ additionalTypenames: ['User'], readings }), [readings]);
  const [{ data, error, fetching }] = useQuery({
    query: mySessionsQuery,
    requestPolicy: readings === 0 ? 'cache-and-network' : 'network-only',
    context,
  });
  useEffect(() => {
    if (error) console.warn("The sessions couldn't be loaded.", error);
  }, [error]);
  const reload = () => setReadings((before) => before + 1);
  if (data && !error) return { state: { status: 'ready', sessions: data.mySessions }, reload };
  if (fetching) return { state: { status: 'loading' }, reload };
  return { state: { status: 'failed', wait: waitSentence(error) }, reload };
}

const endSessionMutation = graphql(`
  mutation EndSession($id: ID!) {
    endSession(id: $id)
  }
`);

const endOtherSessionsMutation = graphql(`
  mutation EndOtherSessions {
    endOtherSessions
  }
`);

/** Ends one of the user's sessions. @throws Error with a sentence for people */
export async function endOneSession(client: Client, id: string): Promise<void> {
  await sendMutation(client, endSessionMutation, { id }, "The session couldn't be ended. Try again.");
}

/** Ends all of the user's sessions but this one. @returns how many. @throws Error with a sentence for people */
export async function endAllOtherSessions(client: Client): Promise<number> {
  const fallback = "The other sessions couldn't be ended. Try again.";
  return (await sendMutation(client, endOtherSessionsMutation, {}, fallback)).endOtherSessions;
}
