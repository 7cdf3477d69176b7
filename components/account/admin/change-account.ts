import type { Client } from 'urql';
import { graphql } from '@/lib/graphql-client/graphql';
import { sendMutation } from '@/lib/graphql-client/send-mutation';
import { type AccountRecord, accountFragment } from './account-record';

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

/** One change of the account as somebody has it on the screen. @throws Error with a sentence for people */
export type AccountChange = (client: Client, seen: AccountRecord) => Promise<AccountRecord>;

/** Gives the account another name. */
export const renaming =
  (account_name: string): AccountChange =>
  async (client, { id, etag }) => {
    const variables = { id, etag, updates: { account_name } };
    const fallback = 'The account name could not be saved. Please try again.';
    return (await sendMutation(client, updateMutation, variables, fallback)).updateAccount;
  };

/** Puts the account on a plan; a canceled one is active again. */
export const choosing =
  (account_plan_id: string): AccountChange =>
  async (client, { id, etag }) => {
    const variables = { id, etag, updates: { account_plan_id } };
    const fallback = 'The plan could not be changed. Please try again.';
    return (await sendMutation(client, updateMutation, variables, fallback)).updateAccount;
  };

/** Cancels the account's subscription. */
export const canceling: AccountChange = async (client, { id, etag }) => {
  const variables = { accountId: id, etag };
  const fallback = 'The subscription could not be canceled. Please try again.';
  return (await sendMutation(client, cancelMutation, variables, fallback)).cancelSubscription.account;
};
