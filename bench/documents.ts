import { formatDocument, stringifyDocument } from 'urql';
import { dashboardQuery } from '@/components/dashboard/usage/dashboard-query';
import { currentUserFragment } from '@/lib/graphql-client/current-user';
import { graphql } from '@/lib/graphql-client/graphql';

const meQuery = graphql(
  `
    query Me {
      me {
        ...CurrentUser
      }
    }
  `,
  [currentUserFragment],
);

const adminOverviewQuery = graphql(`
  query AdminOverview($accountId: ID!) {
    accountOverview {
      accountId
      planName
      monthlyPrice
      maxWorkflows
      totalUsers
      totalWorkflows
      totalCost
    }
    accountDashboardStats(accountId: $accountId) {
      currentPeriodExecutions
      maxWorkflows
      projectedOverage
      estimatedOverageCost
      daysRemaining
    }
    usageByAccount(accountId: $accountId, timeframe: "daily") {
      date
      requestCount
    }
    topUsersByUsage(accountId: $accountId, limit: 5) {
      userName
      totalExecutions
    }
    topTemplatesByUsage(accountId: $accountId, limit: 5) {
      name
      totalExecutions
    }
  }
`);

/** The documents as a browser sends them: urql adds the type names that its cache needs. */
export const documents = {
  me: stringifyDocument(formatDocument(meQuery)),
  dashboard: stringifyDocument(formatDocument(dashboardQuery)),
  adminOverview: stringifyDocument(formatDocument(adminOverviewQuery)),
};
