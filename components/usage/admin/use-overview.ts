'use client';
import { useSession } from '@/components/auth/session-provider';
import type { ChosenRange } from '@/components/usage/range-picker';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { useSessionQuery } from '@/lib/graphql-client/use-loaded';

/** Everything the overview shows, in one request: the account, its current period, and the chosen range. */
export const overviewQuery = graphql(`
  query AdminOverview($accountId: ID!, $days: Int, $from: Date, $to: Date) {
    accountOverview {
      accountId
      planName
      monthlyPrice
      maxWorkflows
      totalUsers
      totalWorkflows
      totalCost
      unknownCostCount
      firstExecutionOn
    }
    getAccount(id: $accountId) {
      id
      status
    }
    amountsOwed(accountId: $accountId) {
      currency
      amount
      invoices
      overdueInvoices
    }
    accountDashboardStats(accountId: $accountId) {
      from
      to
      currentPeriodExecutions
      maxWorkflows
      planChangedOn
      limitedExecutions
      refusesOverLimit
      projectedExecutions
      projectedOverage
      estimatedOverageCost
      currentPlan {
        cost
      }
      cheapestPlan {
        plan {
          id
          plan_name
        }
        cost
      }
      daysRemaining
      storedBytes
      maxStoredBytes
      usageAlerts {
        percent
        reachedAt
      }
    }
    usageByAccount(accountId: $accountId, timeframe: "daily", days: $days, from: $from, to: $to) {
      date
      requestCount
      successCount
      totalTokens
      totalCost
      unknownCostCount
    }
    topUsersByUsage(accountId: $accountId, limit: 5, days: $days, from: $from, to: $to) {
      userId
      userName
      totalExecutions
    }
    topTemplatesByUsage(accountId: $accountId, limit: 5, days: $days, from: $from, to: $to) {
      templateId
      name
      totalExecutions
    }
  }
`);

/** Counts, US dollars, UTC days; the oldest day, the most active user and the most used template first. */
export type OverviewData = ResultOf<typeof overviewQuery>;

/** The data that doesn't depend on the range. */
export type AccountData = Pick<
  OverviewData,
  'accountOverview' | 'getAccount' | 'amountsOwed' | 'accountDashboardStats'
>;

/** The account's overview, with the days of the range. */
export function useOverview(range: ChosenRange) {
  const { user } = useSession();
  const accountId = user?.account_id ?? '';
  return useSessionQuery(overviewQuery, { accountId, ...range }, accountId);
}
