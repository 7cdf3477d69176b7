'use client';
import { useClient } from 'urql';
import {
  type ApiKey,
  deleteKeyMutation,
  deletionWords,
  keyFragment,
  keyState,
  overlapFragment,
} from '@/components/api-keys/api-key';
import type { KeyOrder } from '@/components/api-keys/key-order';
import type { KeyAction, KeyView } from '@/components/api-keys/key-view';
import { KeyHint, KeyStatus } from '@/components/api-keys/keys-table';
import { rotateKey } from '@/components/api-keys/new-secret';
import { useListedOverlaps } from '@/components/api-keys/previous-secret';
import { Moment } from '@/components/ui/moment';
import { useListPlace } from '@/components/ui/use-list-place';
import { WholeWords } from '@/components/ui/whole-words';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { keyName, lastInstant } from '@/lib/rules/api-key-display';

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

export const deleteMyKey: KeyAction = {
  label: 'Delete',
  isRed: true,
  question: 'Are you sure you want to delete this API key?',
  consequence: deletionWords,
  done: 'API key deleted.',
  tone: 'danger',
  send: async (client, { id }) => {
    await sendMutation(client, deleteKeyMutation, { id }, "The API key couldn't be deleted. Try again.");
    return null;
  },
};

/** The settings page: the person's own keys, which can be rotated and renamed while they work, and deleted. */
export const myKeysView: KeyView = {
  tableLabel: 'Your API keys',
  columns: [
    {
      head: 'Key',
      sort: 'name',
      minWidth: 160,
      priority: 9,
      cell: (key) => (
        <>
          <WholeWords className="font-medium" text={keyName(key)} />
          <KeyHint of={key} />
        </>
      ),
    },
    { head: 'Status', minWidth: 122, priority: 5, cell: (key) => <KeyStatus of={key} /> },
    {
      head: 'Created',
      sort: 'created',
      minWidth: 118,
      priority: 1,
      cell: (key) => <Moment at={key.createdAt} />,
    },
    {
      head: 'Last used',
      sort: 'last_used',
      minWidth: 118,
      priority: 4,
      cell: (key) => <Moment at={key.last_used_at} missing="Never" />,
    },
    {
      head: 'Expires',
      sort: 'expires',
      minWidth: 118,
      priority: 3,
      cell: (key) => <Moment at={lastInstant(key.expires_at)} missing="Never" />,
    },
  ],
  offers: (key) => (keyState(key) === 'active' ? [rotateKey, 'rename', deleteMyKey] : [deleteMyKey]),
};
