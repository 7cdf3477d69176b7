'use client';
import { useSession } from '@/components/auth/use-session';
import type { ChosenRange } from '@/components/charts/range/chosen-range';
import { useSessionQuery } from '@/lib/graphql-client/use-loaded';
import { overviewQuery } from './overview-query';

/** The account's overview, with the days of the range. */
export function useOverview(range: ChosenRange) {
  const { user } = useSession();
  const accountId = user?.account_id ?? '';
  return useSessionQuery(overviewQuery, { accountId, ...range }, accountId);
}
