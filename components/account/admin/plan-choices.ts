import type { Client } from 'urql';
import { graphql } from '@/lib/graphql-client/graphql';
import { queryFresh } from '@/lib/graphql-client/query-fresh';
import { type AccountRecord, accountFragment, type PlanNumbers, planFragment } from './account-record';

const planChoicesQuery = graphql(
  `
    query PlanChoices($id: ID!) {
      listAccountPlans {
        ...PlanNumbers
      }
      getAccount(id: $id) {
        ...AccountRecord
      }
      accountDashboardStats(accountId: $id) {
        currentPeriodExecutions
      }
    }
  `,
  [planFragment, accountFragment],
);

/** What a plan is chosen by. */
export interface PlanChoices {
  /** On offer, cheapest first. */
  plans: PlanNumbers[];
  account: AccountRecord;
  /** In this calendar month (UTC). */
  executions: number;
}

/**
 * Reads the plans on offer, with the account and its work of the month as they are now.
 * @throws the client's error, for the log
 */
export async function fetchPlanChoices(client: Client, id: string): Promise<PlanChoices> {
  const data = await queryFresh(client, planChoicesQuery, { id });
  return {
    plans: data.listAccountPlans,
    account: data.getAccount,
    executions: data.accountDashboardStats.currentPeriodExecutions,
  };
}
