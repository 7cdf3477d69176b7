import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** Everything the developer dashboard shows, in one request. */
export const dashboardQuery = graphql(`
  query DeveloperDashboard($userId: ID!) {
    userDashboardStats(userId: $userId) {
      totalExecutions
      estimatedCost
      successRate
    }
    usageByUser(userId: $userId, timeframe: "daily") {
      date
      requestCount
    }
    topTemplatesByUser(userId: $userId, limit: 5) {
      name
      totalExecutions
    }
  }
`);

/** Counts, US dollars, percent from 0 to 100; the oldest day and the most used template first. */
export type DashboardData = ResultOf<typeof dashboardQuery>;
