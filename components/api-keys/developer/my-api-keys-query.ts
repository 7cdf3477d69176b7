import { overlapFragment } from '@/components/api-keys/overlap-query';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** One page of the person's own keys, newest first. */
export const myApiKeysQuery = graphql(
  `
    query MyApiKeys($limit: Int, $after: ID) {
      myApiKeys(limit: $limit, after: $after) {
        ...Overlap
        hint
        status
        createdAt
        last_used_at
        expires_at
        revoked_at
      }
    }
  `,
  [overlapFragment],
);

/** The old secrets of such a page, as they are now. */
export const myOverlapsQuery = graphql(
  `
    query MyOverlapsNow($limit: Int, $after: ID) {
      myApiKeys(limit: $limit, after: $after) {
        ...Overlap
      }
    }
  `,
  [overlapFragment],
);

/** A key as the list shows it; moments are epoch milliseconds. */
export type ApiKey = ResultOf<typeof myApiKeysQuery>['myApiKeys'][number];
