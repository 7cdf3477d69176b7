import type { Client } from 'urql';
import { graphql } from '@/lib/graphql-client/graphql';
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
  const options = { requestPolicy: 'network-only' } as const;
  const { data, error } = await client.query(planChoicesQuery, { id }, options).toPromise();
  if (error || !data) throw error ?? new Error('No plans came back.');
  return {
    plans: data.listAccountPlans,
    account: data.getAccount,
    executions: data.accountDashboardStats.currentPeriodExecutions,
  };
}
