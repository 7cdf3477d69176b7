import type { Client } from 'urql';
import { graphql } from '@/lib/graphql-client/graphql';
import { type AccountRecord, accountFragment } from './account-record';

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

/**
 * Reads the account anew, past the client's cache.
 * @throws the client's error, for the log
 */
export async function fetchAccount(client: Client, id: string): Promise<AccountRecord> {
  const options = { requestPolicy: 'network-only' } as const;
  const { data, error } = await client.query(accountQuery, { id }, options).toPromise();
  if (error || !data) throw error ?? new Error('No account came back.');
  return data.getAccount;
}
