'use client';
import { useClient } from 'urql';
import { useListedOverlaps } from '@/components/api-keys/use-listed-overlaps';
import { queryFresh } from '@/lib/graphql-client/calls';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { type ApiKey, myApiKeysQuery, myOverlapsQuery } from './my-api-keys-query';

const variables = {};

/** The person's own keys, a page of 20 at a time. */
export function useMyApiKeys(): CursorList<ApiKey> {
  const client = useClient();
  const list = useCursorList({
    query: myApiKeysQuery,
    variables,
    rowsOf: ({ myApiKeys }) => myApiKeys,
    typename: 'APIKey',
  });
  return useListedOverlaps(list, async (page) => (await queryFresh(client, myOverlapsQuery, page)).myApiKeys);
}
