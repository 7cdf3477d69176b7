'use client';
import { useCallback } from 'react';
import { type Client, useClient } from 'urql';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { changeRecord } from '@/lib/graphql-client/change-record';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';

/** A plan's numbers, as the statements about it need them. */
const planFragment = graphql(`
  fragment PlanNumbers on AccountPlan @_unmask {
    id
    plan_name
    monthly_price
    max_workflows
    overage_price
    maxStoredBytes
  }
`);

export type PlanNumbers = ResultOf<typeof planFragment>;

/** The account as the console shows and changes it. */
const accountFragment = graphql(
  `
    fragment AccountRecord on Account @_unmask {
      id
      account_name
      status
      usage_alerts
      createdAt
      etag
      plan {
        ...PlanNumbers
      }
    }
  `,
  [planFragment],
);

export type AccountRecord = ResultOf<typeof accountFragment>;

const accountQuery = graphql(
  `
    query AdminAccount($id: ID!) {
      getAccount(id: $id) {
        ...AccountRecord
      }
    }
  `,
  [accountFragment],
);

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
        projectedExecutions
        storedBytes
        planChoices {
          plan {
            id
          }
          total
          maxWorkflows
          limitedExecutions
        }
      }
    }
  `,
  [planFragment, accountFragment],
);

const updateMutation = graphql(
  `
    mutation ChangeAccount($id: ID!, $updates: AccountUpdates!, $etag: String!) {
      updateAccount(id: $id, updates: $updates, etag: $etag) {
        ...AccountRecord
      }
    }
  `,
  [accountFragment],
);

const alertsMutation = graphql(
  `
    mutation ChooseUsageAlerts($accountId: ID!, $percents: [Int!]!, $etag: String!) {
      updateUsageAlerts(accountId: $accountId, percents: $percents, etag: $etag) {
        ...AccountRecord
      }
    }
  `,
  [accountFragment],
);

const cancelMutation = graphql(
  `
    mutation CancelSubscription($accountId: ID!, $etag: String!) {
      cancelSubscription(accountId: $accountId, etag: $etag) {
        success
        account {
          ...AccountRecord
        }
      }
    }
  `,
  [accountFragment],
);

/**
 * Reads the account from the server.
 * @throws the client's error, for the log
 */
const fetchAccount = async (client: Client, id: string): Promise<AccountRecord> =>
  (await queryFresh(client, accountQuery, { id })).getAccount;

/** A month with a plan in force from today on. Total in US dollars. */
export interface PlanOutlook {
  total: number;
  /** The month's limit, pooled from the days of each plan; null if there is none. */
  maxWorkflows: number | null;
  /** Executions so far that count against it. */
  limitedExecutions: number;
}

/** The account's usage of everything that plans limit. */
export interface AccountUse {
  /** Executions of this whole month, at its pace so far. */
  projectedExecutions: number;
  /** Bytes that its jobs take now. */
  storedBytes: number;
}

/** The numbers that a plan is chosen by. */
export interface PlanChoices {
  /** On offer, cheapest first. */
  plans: PlanNumbers[];
  account: AccountRecord;
  /** This calendar month (UTC) on each of them, if it is chosen now. */
  outlooks: (PlanOutlook & { plan: { id: string } })[];
  use: AccountUse;
}

/**
 * Reads the plans on offer, with the account and its month as they are now.
 * @throws the client's error, for the log
 */
export async function fetchPlanChoices(client: Client, id: string): Promise<PlanChoices> {
  const data = await queryFresh(client, planChoicesQuery, { id });
  return {
    plans: data.listAccountPlans,
    account: data.getAccount,
    outlooks: data.accountDashboardStats.planChoices,
    use: data.accountDashboardStats,
  };
}

/** One change of the account that the person sees. */
interface AccountChange {
  /** Sends it. @throws Error with a sentence for people */
  make: (client: Client, seen: AccountRecord) => Promise<AccountRecord>;
  /** Whether an account is as the change would have it: it may have been made although its response was lost. */
  isMade: (account: AccountRecord) => boolean;
}

/** Gives the account another name. */
export const renaming = (account_name: string): AccountChange => ({
  make: async (client, { id, etag }) => {
    const variables = { id, etag, updates: { account_name } };
    const fallback = "The account name couldn't be saved. Try again.";
    return (await sendMutation(client, updateMutation, variables, fallback)).updateAccount;
  },
  isMade: (account) => account.account_name === account_name,
});

/** Puts the account on a plan; a canceled one is active again. */
export const choosing = (plan: PlanNumbers): AccountChange => ({
  make: async (client, { id, etag }) => {
    const variables = { id, etag, updates: { account_plan_id: plan.id } };
    const fallback = "The plan couldn't be changed. Try again.";
    return (await sendMutation(client, updateMutation, variables, fallback)).updateAccount;
  },
  isMade: (account) => isActiveOnPlan(account, plan),
});

const isActiveOnPlan = ({ plan, status }: AccountRecord, { id }: PlanNumbers) =>
  plan.id === id && status === 'ACTIVE';

/** Cancels the account's subscription. */
export const canceling: AccountChange = {
  make: async (client, { id, etag }) => {
    const variables = { accountId: id, etag };
    const fallback = "The subscription couldn't be canceled. Try again.";
    return (await sendMutation(client, cancelMutation, variables, fallback)).cancelSubscription.account;
  },
  isMade: ({ status }) => status === 'CANCELED',
};

/** Alerts the account at these percentages of its limit, ascending. */
export const alertingAt = (percents: readonly number[]): AccountChange => ({
  make: async (client, { id, etag }) => {
    const variables = { accountId: id, etag, percents: [...percents] };
    const fallback = "The usage alerts couldn't be saved. Try again.";
    return (await sendMutation(client, alertsMutation, variables, fallback)).updateUsageAlerts;
  },
  isMade: ({ usage_alerts }) => usage_alerts.join() === percents.join(),
});

/** Makes a change. @throws Error that says what went wrong, and what another person has changed since then */
export type ChangeAccount = (change: AccountChange) => Promise<AccountRecord>;

interface LoadedAccount {
  status: 'ready';
  account: AccountRecord;
  /** Shows a record that was read elsewhere, newer than this one. */
  replace: (account: AccountRecord) => void;
  change: ChangeAccount;
}

type AccountState = Exclude<Loaded<AccountRecord>, { status: 'ready' }> | LoadedAccount;

/** An account, read when the screen opens: the one record that all its sections show and change. */
export function useAccount(accountId: string): AccountState {
  const client = useClient();
  const read = useCallback(() => fetchAccount(client, accountId), [client, accountId]);
  const loaded = useLoaded(read, "The account couldn't be loaded.");
  if (loaded.status !== 'ready') return loaded;

  const { data: account, replace } = loaded;
  const change: ChangeAccount = ({ make, isMade }) =>
    changeRecord(account, {
      make: async () => {
        const made = await make(client, account);
        replace(made);
        return made;
      },
      read,
      show: replace,
      recover: (latest) => (isMade(latest) ? latest : undefined),
      describeChanges: (before, after) => changedMeanwhile(before, after, words),
    });
  return { status: 'ready', account, replace, change };
}

const words = {
  account_name: 'Account Name',
  plan: { label: 'Plan', format: ({ plan_name }: AccountRecord['plan']) => plan_name },
  status: {
    label: 'Status',
    format: (status: AccountRecord['status']) => (status === 'ACTIVE' ? 'Active' : 'Canceled'),
  },
  usage_alerts: {
    label: 'Usage Alerts',
    format: (percents: number[]) => percents.map((percent) => `${percent}%`).join(', ') || 'none',
  },
};
