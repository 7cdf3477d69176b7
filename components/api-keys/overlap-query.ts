import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** What of a key it takes to show and end its old secret; moments are epoch milliseconds. For the queries of keys. */
export const overlapFragment = graphql(`
  fragment Overlap on APIKey @_unmask {
    id
    name
    etag
    previous_secret {
      hint
      expires_at
      calls
      last_used_at
    }
  }
`);

/** One key as it is now. */
export const overlapQuery = graphql(
  `
    query KeyOverlapNow($id: ID!) {
      getAPIKey(id: $id) {
        ...Overlap
      }
    }
  `,
  [overlapFragment],
);

export type OverlappingKey = ResultOf<typeof overlapFragment>;

/** The secret that a key had before its last rotation, and that still works. */
export type PreviousSecret = NonNullable<OverlappingKey['previous_secret']>;
