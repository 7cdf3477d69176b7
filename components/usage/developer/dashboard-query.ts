import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** Everything the developer dashboard shows, in one request: this month, and the chosen range. */
export const dashboardQuery = graphql(`
  query DeveloperDashboard($userId: ID!, $days: Int, $from: Date, $to: Date) {
    month: userDashboardStats(userId: $userId) {
      ...Period
      previous {
        ...Period
      }
      firstExecutionOn
    }
    range: userDashboardStats(userId: $userId, days: $days, from: $from, to: $to) {
      ...Period
    }
    usageByUser(userId: $userId, timeframe: "daily", days: $days, from: $from, to: $to) {
      date
      requestCount
      totalTokens
      totalCost
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
    successRate
  }
`);

/** Counts, US dollars, percent from 0 to 100, UTC days; the oldest day and the most used template first. */
export type DashboardData = ResultOf<typeof dashboardQuery>;

/** A stretch of days and what ran in it. */
export type Period = DashboardData['month']['previous'];
