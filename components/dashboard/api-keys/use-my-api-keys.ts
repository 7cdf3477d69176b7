'use client';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { type ApiKey, myApiKeysQuery } from './my-api-keys-query';

const variables = {};

/** The person's own keys, a page of 20 at a time. */
export function useMyApiKeys(): CursorList<ApiKey> {
  return useCursorList({
    query: myApiKeysQuery,
    variables,
    rowsOf: ({ myApiKeys }) => myApiKeys,
    typename: 'APIKey',
  });
}
