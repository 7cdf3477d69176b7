import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import type { KeyDeed } from './key-deed';

const mutation = graphql(`
  mutation RevokeKey($id: ID!, $etag: String) {
    revokeAPIKey(id: $id, etag: $etag) {
      id
    }
  }
`);

export const revokeKey: KeyDeed = {
  question: 'Revoke this API key?',
  label: 'Revoke',
  consequence: () => 'What uses it stops working at once. Reactivate brings it back.',
  done: 'API key revoked.',
  tone: 'danger',
  send: async (client, { id, etag }) => {
    await sendMutation(client, mutation, { id, etag }, 'The API key could not be revoked. Please try again.');
    return null;
  },
};
