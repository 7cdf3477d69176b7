import { deletionWords } from '@/components/api-keys/deletion-words';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import type { KeyDeed } from './key-deed';

const mutation = graphql(`
  mutation DeleteKey($id: ID!, $etag: String) {
    deleteAPIKey(id: $id, etag: $etag)
  }
`);

export const deleteKey: KeyDeed = {
  question: 'Are you sure you want to permanently delete this key?',
  label: 'Delete',
  consequence: (key) => `${deletionWords(key)} There is no way back; what was used through it stays counted.`,
  done: 'API key deleted.',
  tone: 'danger',
  send: async (client, { id, etag }) => {
    await sendMutation(client, mutation, { id, etag }, 'The API key could not be deleted. Please try again.');
    return null;
  },
};
