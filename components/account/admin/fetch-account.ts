import type { Client } from 'urql';
import { graphql } from '@/lib/graphql-client/graphql';
import { queryFresh } from '@/lib/graphql-client/query-fresh';
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
export const fetchAccount = async (client: Client, id: string): Promise<AccountRecord> =>
  (await queryFresh(client, accountQuery, { id })).getAccount;
