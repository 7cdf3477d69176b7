'use client';
import { useQuery } from 'urql';
import { useSession } from '@/components/auth/use-session';
import { readToken } from '@/lib/graphql-client/session-token';
import { type DashboardData, dashboardQuery } from './dashboard-query';

export type DashboardState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'ready'; usage: DashboardData };

/**
 * The signed-in person's usage. Without a stored session token nothing is fetched and it stays loading
 * (SPEC.md, section 4); a missing user id or any error is a failure (section 8).
 */
export function useDashboard(): DashboardState {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const hasToken = readToken() !== null;
  const [{ data, error, fetching }, refetch] = useQuery({
    query: dashboardQuery,
    variables: { userId },
    pause: !hasToken || userId === '',
    requestPolicy: 'cache-and-network',
  });

  if (!hasToken) return { status: 'loading' };
  // Loading the page again is what fetches the current user again.
  if (userId === '') return { status: 'failed', retry: () => window.location.reload() };
  if (data && !error) return { status: 'ready', usage: data };
  if (fetching) return { status: 'loading' };
  return { status: 'failed', retry: () => refetch({ requestPolicy: 'network-only' }) };
}
