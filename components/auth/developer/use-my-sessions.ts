'use client';
import { useEffect, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { waitSentence } from '@/lib/graphql-client/errors';
import { type MySession, mySessionsQuery } from './my-sessions-query';

export type MySessions = {
  state:
    | { status: 'loading' }
    /** `wait`: see waitSentence. */
    | { status: 'failed'; wait: string | null }
    | { status: 'ready'; sessions: MySession[] };
  /** Reads the list anew, in the place of a reading under way. */
  reload: () => void;
};

/** The person's own sessions. A change of the person reads them again: a new password ends the others. */
export function useMySessions(): MySessions {
  const [readings, setReadings] = useState(0);
  // A new context makes urql ask again.
  const context = useMemo(() => ({ additionalTypenames: ['User'], readings }), [readings]);
  const [{ data, error, fetching }] = useQuery({
    query: mySessionsQuery,
    requestPolicy: readings === 0 ? 'cache-and-network' : 'network-only',
    context,
  });
  useEffect(() => {
    if (error) console.warn('The sessions could not be loaded.', error);
  }, [error]);
  const reload = () => setReadings((before) => before + 1);
  if (data && !error) return { state: { status: 'ready', sessions: data.mySessions }, reload };
  if (fetching) return { state: { status: 'loading' }, reload };
  return { state: { status: 'failed', wait: waitSentence(error) }, reload };
}
