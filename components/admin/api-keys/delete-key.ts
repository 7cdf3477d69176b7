import { keyStatus } from '@/lib/format/key-status';
import { graphql } from '@/lib/graphql-client/graphql';
import { sendMutation } from '@/lib/graphql-client/send-mutation';
import type { KeyDeed } from './key-deed';
import { keyState } from './key-state';

const mutation = graphql(`
  mutation DeleteKey($id: ID!, $etag: String) {
    deleteAPIKey(id: $id, etag: $etag)
  }
`);

export const deleteKey: KeyDeed = {
  question: 'Are you sure you want to permanently delete this key?',
  label: 'Delete',
  consequence: (key) => {
    if (keyState(key, Date.now()) === 'active') return 'What uses it stops working at once.';
    const { word, reason } = keyStatus(key, Date.now());
    return `It works no more: ${word.toLowerCase()} ${reason}. There is no way back; what was used through it stays counted.`;
  },
  done: 'API key deleted.',
  tone: 'danger',
  send: async (client, { id, etag }) => {
    await sendMutation(client, mutation, { id, etag }, 'The API key could not be deleted. Please try again.');
    return null;
  },
};
