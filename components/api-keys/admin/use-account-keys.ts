'use client';
import { useClient } from 'urql';
import { useListedOverlaps } from '@/components/api-keys/use-listed-overlaps';
import { queryFresh } from '@/lib/graphql-client/calls';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { type AccountKey, accountKeysQuery, accountOverlapsQuery } from './account-keys-query';
import type { useKeyFilters } from './use-key-filters';

/** The account's keys that the filters leave, a page of 20 at a time. */
export function useAccountKeys(
  accountId: string,
  filters: ReturnType<typeof useKeyFilters>['variables'],
): CursorList<AccountKey> {
  const client = useClient();
  const variables = { accountId, ...filters };
  const list = useCursorList({
    query: accountKeysQuery,
    variables,
    rowsOf: ({ listAPIKeys }) => listAPIKeys,
    typename: 'APIKey',
  });
  return useListedOverlaps(
    list,
    async (page) => (await queryFresh(client, accountOverlapsQuery, { ...variables, ...page })).listAPIKeys,
  );
}
