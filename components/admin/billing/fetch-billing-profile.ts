import type { Client } from 'urql';
import { graphql } from '@/lib/graphql-client/graphql';
import { type BillingRecord, billingFragment } from './billing-record';

const profileQuery = graphql(
  `
    query BillingProfile($accountId: ID!) {
      getBillingProfile(accountId: $accountId) {
        ...BillingRecord
      }
    }
  `,
  [billingFragment],
);

/**
 * Reads the account's billing profile anew, past the client's cache; null where there is none on file.
 * @throws the client's error, for the log
 */
export async function fetchBillingProfile(client: Client, accountId: string): Promise<BillingRecord | null> {
  const options = { requestPolicy: 'network-only' } as const;
  const { data, error } = await client.query(profileQuery, { accountId }, options).toPromise();
  if (error || !data) throw error ?? new Error('No answer came back.');
  return data.getBillingProfile;
}
