import { overlapFragment } from '@/components/api-keys/overlap-query';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

const accountKeyFragment = graphql(
  `
  fragment AccountKey on APIKey @_unmask {
    ...Overlap
    user_id
    user_name
    user_status
    hint
    scopes {
      read
      write
      admin
    }
    status
    expires_at
    last_used_at
    revoked_at
  }
`,
  [overlapFragment],
);

/** One page of the account's keys, newest first. */
export const accountKeysQuery = graphql(
  `
    query AccountKeys(
      $accountId: ID!
      $userId: ID
      $status: ApiKeyStatus
      $limit: Int
      $after: ID
    ) {
      listAPIKeys(
        accountId: $accountId
        userId: $userId
        status: $status
        limit: $limit
        after: $after
      ) {
        ...AccountKey
      }
    }
  `,
  [accountKeyFragment],
);

/** The old secrets of such a page, as they are now. */
export const accountOverlapsQuery = graphql(
  `
    query AccountOverlapsNow(
      $accountId: ID!
      $userId: ID
      $status: ApiKeyStatus
      $limit: Int
      $after: ID
    ) {
      listAPIKeys(
        accountId: $accountId
        userId: $userId
        status: $status
        limit: $limit
        after: $after
      ) {
        ...Overlap
      }
    }
  `,
  [overlapFragment],
);

export const accountKeyQuery = graphql(
  `
    query AccountKeyNow($id: ID!) {
      getAPIKey(id: $id) {
        ...AccountKey
      }
    }
  `,
  [accountKeyFragment],
);

/** A key of the account with whose it is; moments are epoch milliseconds. */
export type AccountKey = ResultOf<typeof accountKeyFragment>;
