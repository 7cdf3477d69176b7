import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** What the account used on the days of a range, the server's today and the first day with any usage. */
export const usageQuery = graphql(`
  query UsageReport($accountId: ID!, $days: Int, $from: Date, $to: Date) {
    accountOverview {
      firstExecutionOn
    }
    accountDashboardStats(accountId: $accountId) {
      to
    }
    usageByAccount(accountId: $accountId, timeframe: "daily", days: $days, from: $from, to: $to) {
      date
      requestCount
      totalTokens
      totalCost
    }
  }
`);

/** Counts, US dollars, UTC days; the oldest day first. */
export type UsageReport = ResultOf<typeof usageQuery>;
