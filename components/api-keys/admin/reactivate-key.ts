import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import type { KeyDeed } from './key-deed';

const mutation = graphql(`
  mutation ReactivateKey($id: ID!, $etag: String) {
    reactivateAPIKey(id: $id, etag: $etag) {
      id
    }
  }
`);

export const reactivateKey: KeyDeed = {
  question: 'Reactivate this API key?',
  label: 'Reactivate',
  consequence: () =>
    'Whoever still has its secret can use it again at once. If it was revoked because it leaked, create a new key instead.',
  done: 'API key reactivated.',
  tone: 'dark',
  send: async (client, { id, etag }) => {
    await sendMutation(
      client,
      mutation,
      { id, etag },
      'The API key could not be reactivated. Please try again.',
    );
    return null;
  },
};
