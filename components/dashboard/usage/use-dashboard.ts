'use client';
import { useQuery } from 'urql';
import { useSession } from '@/components/auth/use-session';
import type { ChosenRange } from '@/components/charts/range/chosen-range';
import { sessionToken } from '@/lib/graphql-client/session-store';
import { type DashboardData, dashboardQuery } from './dashboard-query';

export type DashboardState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  /** `stale` while another range is awaited: what is shown names the days it is about. */
  | { status: 'ready'; usage: DashboardData; stale: boolean };

/**
 * The signed-in person's usage. Without a stored session token nothing is fetched and it stays loading
 * (SPEC.md, section 4); a missing user id or any error is a failure (section 8).
 */
export function useDashboard(range: ChosenRange): DashboardState {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const hasToken = sessionToken() !== null;
  const [{ data, error, fetching }, refetch] = useQuery({
    query: dashboardQuery,
    variables: { userId, ...range },
    pause: !hasToken || userId === '',
    requestPolicy: 'cache-and-network',
  });

  if (!hasToken) return { status: 'loading' };
  // Loading the page again is what fetches the current user again.
  if (userId === '') return { status: 'failed', retry: () => window.location.reload() };
  if (data && !error) return { status: 'ready', usage: data, stale: fetching };
  if (fetching) return { status: 'loading' };
  return { status: 'failed', retry: () => refetch({ requestPolicy: 'network-only' }) };
}
