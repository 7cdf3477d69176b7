'use client';
import { useClient } from 'urql';
import { type ApiKey, keyFragment, overlapFragment } from '@/components/api-keys/api-key';
import type { KeyOrder } from '@/components/api-keys/key-order';
import { useListedOverlaps } from '@/components/api-keys/use-overlaps';
import { useListPlace } from '@/components/ui/use-list-place';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';

/** One page of the person's own keys. */
const myKeysQuery = graphql(
  `
    query MyApiKeys(
      $limit: Int
      $after: ID
      $before: ID
      $search: String
      $sort: ApiKeySort
      $descending: Boolean
    ) {
      myApiKeys(
        limit: $limit
        after: $after
        before: $before
        search: $search
        sort: $sort
        descending: $descending
      ) {
        ...ApiKey
      }
    }
  `,
  [keyFragment],
);

/** The old secrets of such a page, as they are now. */
const myOverlapsQuery = graphql(
  `
    query MyOverlapsNow(
      $limit: Int
      $after: ID
      $before: ID
      $search: String
      $sort: ApiKeySort
      $descending: Boolean
    ) {
      myApiKeys(
        limit: $limit
        after: $after
        before: $before
        search: $search
        sort: $sort
        descending: $descending
      ) {
        ...Overlap
      }
    }
  `,
  [overlapFragment],
);

/** The person's own keys that the search leaves, in their order, a page of 20 at a time. */
export function useMyKeys({ variables }: KeyOrder): CursorList<ApiKey> {
  const client = useClient();
  const list = useCursorList({
    query: myKeysQuery,
    variables,
    ...useListPlace(),
    rowsOf: ({ myApiKeys }) => myApiKeys,
    typename: 'APIKey',
  });
  return useListedOverlaps(
    list,
    async (page) => (await queryFresh(client, myOverlapsQuery, { ...variables, ...page })).myApiKeys,
  );
}
