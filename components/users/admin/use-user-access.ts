'use client';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { waitSentence } from '@/lib/graphql-client/errors';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

const userAccessQuery = graphql(`
  query UserAccess($userId: ID!) {
    getUserAccess(userId: $userId) {
      activeKeys
      activeSessions
      last_used_at
    }
  }
`);

export type UserAccess = ResultOf<typeof userAccessQuery>['getUserAccess'];

/** What disabling a user would stop, as it is now, never as it once was. */
export function useUserAccess(userId: string) {
  const [{ data, error, fetching, stale }, read] = useQuery({
    query: userAccessQuery,
    variables: { userId },
    requestPolicy: 'network-only',
  });
  useEffect(() => {
    if (error) console.warn('What the user has in use could not be read.', error);
  }, [error]);
  const waiting = fetching || stale;
  return {
    access: error || waiting ? null : (data?.getUserAccess ?? null),
    failed: !waiting && error !== undefined,
    wait: waitSentence(error),
    readAgain: () => read({ requestPolicy: 'network-only' }),
  };
}
