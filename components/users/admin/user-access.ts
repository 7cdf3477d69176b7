'use client';
import { useCallback } from 'react';
import { useClient } from 'urql';
import { formatMoment } from '@/lib/format/date';
import { formatQuantity } from '@/lib/format/number';
import { formatRelative } from '@/lib/format/relative';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';

const userAccessQuery = graphql(`
  query UserAccess($userId: ID!) {
    getUserAccess(userId: $userId) {
      activeKeys
      activeSessions
      openJobs
      last_used_at
    }
    getUser(id: $userId) {
      id
      status
    }
  }
`);

type UserAccess = ResultOf<typeof userAccessQuery>['getUserAccess'];

type AccessAndStatus = UserAccess & Pick<ResultOf<typeof userAccessQuery>['getUser'], 'status'>;

/** What disabling a user would stop, and the user's status, as they are now. */
export function useUserAccess(userId: string): Loaded<AccessAndStatus> {
  const client = useClient();
  const read = useCallback(async () => {
    const { getUserAccess, getUser } = await queryFresh(client, userAccessQuery, { userId });
    return { ...getUserAccess, status: getUser.status };
  }, [client, userId]);
  return useLoaded(read, "Couldn't check what this affects.");
}

/**
 * What stops with a user, as sentences: `2 API keys stop working and 1 session ends, at once. 3 open jobs are canceled,
 * and don't come back. Last used 4 minutes ago (Nov 3, 2026, 14:02 UTC).`
 * @param now epoch milliseconds
 */
export function accessWords(
  { activeKeys, activeSessions, openJobs, last_used_at }: UserAccess,
  now: number,
): string {
  const stopping = [
    activeKeys > 0 &&
      `${formatQuantity(activeKeys, { one: 'API key stops', other: 'API keys stop' })} working`,
    activeSessions > 0 && formatQuantity(activeSessions, { one: 'session ends', other: 'sessions end' }),
  ].filter((part) => part !== false);
  const stops = [
    stopping.length > 0 && `${stopping.join(' and ')}, at once.`,
    openJobs > 0 &&
      `${formatQuantity(openJobs, { one: 'open job is', other: 'open jobs are' })} canceled, and ${openJobs === 1 ? "doesn't" : "don't"} come back.`,
  ].filter((sentence) => sentence !== false);
  const used =
    last_used_at === null
      ? 'Never used.'
      : `Last used ${formatRelative(last_used_at, now)} (${formatMoment(last_used_at)}).`;
  if (stops.length === 0) stops.push('No API key works, and no session or job is open: nothing stops.');
  return [...stops, used].join(' ');
}
