'use client';
import { useSession } from '@/components/auth/use-session';
import type { ChosenRange } from '@/components/charts/range/chosen-range';
import { useSessionQuery } from '@/lib/graphql-client/use-loaded';
import { dashboardQuery } from './dashboard-query';

/** The signed-in person's usage: the month, and the days of the range. */
export function useDashboard(range: ChosenRange) {
  const { user } = useSession();
  const userId = user?.id ?? '';
  return useSessionQuery(dashboardQuery, { userId, ...range }, userId);
}
