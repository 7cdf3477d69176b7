'use client';
import { useClient } from 'urql';
import {
  type ApiKey,
  deletionWords,
  keyFragment,
  keyName,
  keyState,
  overlapFragment,
} from '@/components/api-keys/api-key';
import type { KeyAction, KeyView } from '@/components/api-keys/key-view';
import { KeyStatus } from '@/components/api-keys/keys-table';
import { rotateKey } from '@/components/api-keys/rotate-key';
import { useListedOverlaps } from '@/components/api-keys/use-overlaps';
import { Moment } from '@/components/ui/moment';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { lastInstant } from '@/lib/rules/key-status';

/** One page of the person's own keys, newest first. */
const myApiKeysQuery = graphql(
  `
    query MyApiKeys($limit: Int, $after: ID) {
      myApiKeys(limit: $limit, after: $after) {
        ...ApiKey
      }
    }
  `,
  [keyFragment],
);

/** The old secrets of such a page, as they are now. */
const myOverlapsQuery = graphql(
  `
    query MyOverlapsNow($limit: Int, $after: ID) {
      myApiKeys(limit: $limit, after: $after) {
        ...Overlap
      }
    }
  `,
  [overlapFragment],
);

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

const deleteMutation = graphql(`
  mutation DeleteMyApiKey($id: ID!) {
    deleteAPIKey(id: $id)
  }
`);

const deleteMyKey: KeyAction = {
  label: 'Delete',
  variant: 'danger',
  question: 'Are you sure you want to delete this API key?',
  consequence: deletionWords,
  done: 'API key deleted.',
  tone: 'danger',
  isUnconditional: true,
  send: async (client, { id }) => {
    await sendMutation(client, deleteMutation, { id }, 'The API key could not be deleted. Please try again.');
    return null;
  },
};

/** The settings page: the person's own keys, which can be rotated while they work, and deleted. */
export const myApiKeys: KeyView = {
  tableLabel: 'Your API keys',
  header: {
    head: 'Key',
    cell: (key) => (
      <bdi className="block max-w-[28ch] overflow-clip break-words font-medium">{keyName(key)}</bdi>
    ),
  },
  columns: [
    { head: 'Status', isPlain: true, cell: (key) => <KeyStatus of={key} /> },
    { head: 'Created', cell: (key) => <Moment at={key.createdAt} /> },
    { head: 'Last used', cell: (key) => <Moment at={key.last_used_at} missing="Never" /> },
    { head: 'Expires', cell: (key) => <Moment at={lastInstant(key.expires_at)} missing="Never" /> },
  ],
  offers: (key) => (keyState(key) === 'active' ? [rotateKey, deleteMyKey] : [deleteMyKey]),
  hasFewActions: true,
};
