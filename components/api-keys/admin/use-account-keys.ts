'use client';
import { useClient } from 'urql';
import { type ApiKey, keyFragment, overlapFragment } from '@/components/api-keys/api-key';
import { useListedOverlaps } from '@/components/api-keys/use-overlaps';
import { useListPlace } from '@/components/ui/use-list-place';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import type { KeyFilters } from './key-filters';

/** One page of the account's keys, newest first. */
export const accountKeysQuery = graphql(
  `
    query AccountKeys(
      $accountId: ID!
      $userId: ID
      $status: ApiKeyStatus
      $limit: Int
      $after: ID
      $before: ID
    ) {
      listAPIKeys(
        accountId: $accountId
        userId: $userId
        status: $status
        limit: $limit
        after: $after
        before: $before
      ) {
        ...ApiKey
      }
    }
  `,
  [keyFragment],
);

/** The old secrets of such a page, as they are now. */
const accountOverlapsQuery = graphql(
  `
    query AccountOverlapsNow(
      $accountId: ID!
      $userId: ID
      $status: ApiKeyStatus
      $limit: Int
      $after: ID
      $before: ID
    ) {
      listAPIKeys(
        accountId: $accountId
        userId: $userId
        status: $status
        limit: $limit
        after: $after
        before: $before
      ) {
        ...Overlap
      }
    }
  `,
  [overlapFragment],
);

/** The account's keys that the filters leave, a page of 20 at a time. */
export function useAccountKeys(accountId: string, filters: KeyFilters['variables']): CursorList<ApiKey> {
  const client = useClient();
  const variables = { accountId, ...filters };
  const list = useCursorList({
    query: accountKeysQuery,
    variables,
    ...useListPlace(),
    rowsOf: ({ listAPIKeys }) => listAPIKeys,
    typename: 'APIKey',
  });
  return useListedOverlaps(
    list,
    async (page) => (await queryFresh(client, accountOverlapsQuery, { ...variables, ...page })).listAPIKeys,
  );
}
