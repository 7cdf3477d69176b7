import type { Client } from 'urql';
import { graphql } from '@/lib/graphql-client/graphql';
import { sendMutation } from '@/lib/graphql-client/send-mutation';
import type { BillingChanges } from '@/lib/validation/billing';
import { type BillingRecord, billingFragment } from './billing-record';

const saveMutation = graphql(
  `
    mutation SaveBillingProfile($accountId: ID!, $updates: BillingProfileInput!, $etag: String!) {
      updateBillingProfile(accountId: $accountId, updates: $updates, etag: $etag) {
        ...BillingRecord
      }
    }
  `,
  [billingFragment],
);

const failure = 'The billing information could not be saved. Please try again.';

/**
 * Changes the fields named, where the profile still is the one that was `seen`; null: none was on file.
 * @returns the profile as it is stored
 * @throws Error with a sentence for people
 */
export async function saveBillingProfile(
  client: Client,
  accountId: string,
  updates: BillingChanges,
  seen: BillingRecord | null,
): Promise<BillingRecord> {
  const variables = { accountId, updates, etag: seen?.etag ?? '' };
  return (await sendMutation(client, saveMutation, variables, failure)).updateBillingProfile;
}
