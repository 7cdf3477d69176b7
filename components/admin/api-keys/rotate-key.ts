import { graphql } from '@/lib/graphql-client/graphql';
import { sendMutation } from '@/lib/graphql-client/send-mutation';
import type { KeyDeed } from './key-deed';

const mutation = graphql(`
  mutation RotateKey($id: ID!, $etag: String) {
    rotateAPIKey(id: $id, etag: $etag) {
      rawKey
      apiKey {
        id
      }
    }
  }
`);

/** Its answer is the new secret. */
export const rotateKey: KeyDeed = {
  question: 'Rotate this API key?',
  label: 'Rotate',
  consequence: () => 'The old secret stops working at once; the new one is shown once.',
  done: 'API key rotated.',
  tone: 'danger',
  send: async (client, { id, etag }) => {
    const fallback = 'The API key could not be rotated. Please try again.';
    const { rotateAPIKey } = await sendMutation(client, mutation, { id, etag }, fallback);
    return rotateAPIKey.rawKey;
  },
};
