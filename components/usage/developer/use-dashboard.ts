'use client';
import { useSession } from '@/components/auth/use-session';
import type { ChosenRange } from '@/components/charts/range-picker';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { useSessionQuery } from '@/lib/graphql-client/use-loaded';

/** Everything the developer dashboard shows, in one request: this month, the account's limit, and the chosen range. */
export const dashboardQuery = graphql(`
  query DeveloperDashboard($userId: ID!, $days: Int, $from: Date, $to: Date) {
    month: userDashboardStats(userId: $userId) {
      ...Period
      firstExecutionOn
    }
    accountLimit {
      maxWorkflows
      limitedExecutions
      refusesOverLimit
      resetsOn
      storedBytes
      maxStoredBytes
    }
    range: userDashboardStats(userId: $userId, days: $days, from: $from, to: $to) {
      ...Period
      previous {
        ...Period
      }
    }
    usageByUser(userId: $userId, timeframe: "daily", days: $days, from: $from, to: $to) {
      date
      requestCount
      successCount
      totalTokens
      totalCost
      unknownCostCount
    }
    topTemplatesByUser(userId: $userId, limit: 5, days: $days, from: $from, to: $to) {
      name
      totalExecutions
    }
  }

  fragment Period on UserDashboardStats @_unmask {
    from
    to
    totalExecutions
    totalTokens
    estimatedCost
    unknownCostCount
    successRate
  }
`);

/** Counts, US dollars, percent from 0 to 100, UTC days; the oldest day and the most used template first. */
export type DashboardData = ResultOf<typeof dashboardQuery>;

/** The signed-in person's usage: the month, the days of the range, and the limit of the account. */
export function useDashboard(range: ChosenRange) {
  const { user } = useSession();
  const userId = user?.id ?? '';
  return useSessionQuery(dashboardQuery, { userId, ...range }, userId);
}
