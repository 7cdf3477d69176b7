'use client';
import { useClient } from 'urql';
import { type ApiKey, keyFragment, overlapFragment } from '@/components/api-keys/api-key';
import { useListedOverlaps } from '@/components/api-keys/use-overlaps';
import { useListPlace } from '@/components/ui/use-list-place';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';

/** One page of the person's own keys, newest first. */
const myKeysQuery = graphql(
  `
    query MyApiKeys($limit: Int, $after: ID, $before: ID) {
      myApiKeys(limit: $limit, after: $after, before: $before) {
        ...ApiKey
      }
    }
  `,
  [keyFragment],
);

/** The old secrets of such a page, as they are now. */
const myOverlapsQuery = graphql(
  `
    query MyOverlapsNow($limit: Int, $after: ID, $before: ID) {
      myApiKeys(limit: $limit, after: $after, before: $before) {
        ...Overlap
      }
    }
  `,
  [overlapFragment],
);

const variables = {};

/** The person's own keys, a page of 20 at a time. */
export function useMyKeys(): CursorList<ApiKey> {
  const client = useClient();
  const list = useCursorList({
    query: myKeysQuery,
    variables,
    ...useListPlace(),
    rowsOf: ({ myApiKeys }) => myApiKeys,
    typename: 'APIKey',
  });
  return useListedOverlaps(list, async (page) => (await queryFresh(client, myOverlapsQuery, page)).myApiKeys);
}
