import type { Client } from 'urql';
import { graphql } from '@/lib/graphql-client/graphql';
import { queryFresh } from '@/lib/graphql-client/query-fresh';
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
export const fetchBillingProfile = async (client: Client, accountId: string): Promise<BillingRecord | null> =>
  (await queryFresh(client, profileQuery, { accountId })).getBillingProfile;
