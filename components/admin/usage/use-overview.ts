'use client';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { useSession } from '@/components/auth/use-session';
import type { ChosenRange } from '@/components/charts/range/chosen-range';
import { sessionToken } from '@/lib/graphql-client/session-store';
import { type OverviewData, overviewQuery } from './overview-query';

export type OverviewState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  /** `stale` while another range is awaited: what is shown names the days it is about. */
  | { status: 'ready'; data: OverviewData; stale: boolean };

/**
 * The account's overview. Without a stored session token nothing is fetched and it stays loading (SPEC.md, section 4);
 * a missing account id or any error is a failure (section 8).
 */
export function useOverview(range: ChosenRange): OverviewState {
  const { user } = useSession();
  const accountId = user?.account_id ?? '';
  const hasToken = sessionToken() !== null;
  const [{ data, error, fetching }, refetch] = useQuery({
    query: overviewQuery,
    variables: { accountId, ...range },
    pause: !hasToken || accountId === '',
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    if (error) console.warn('The overview could not be loaded.', error);
  }, [error]);

  if (!hasToken) return { status: 'loading' };
  // Loading the page again is what fetches the current user again.
  if (accountId === '') return { status: 'failed', retry: () => window.location.reload() };
  if (data && !error) return { status: 'ready', data, stale: fetching };
  if (fetching) return { status: 'loading' };
  return { status: 'failed', retry: () => refetch({ requestPolicy: 'network-only' }) };
}
