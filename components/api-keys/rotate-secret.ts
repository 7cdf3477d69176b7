import type { Client } from 'urql';
import { graphql } from '@/lib/graphql-client/graphql';
import { sendForSecret } from './send-for-secret';

const mutation = graphql(`
  mutation RotateKey($id: ID!, $etag: String, $grace: Int) {
    rotateAPIKey(id: $id, etag: $etag, grace: $grace) {
      rawKey
      apiKey {
        id
        previous_secret {
          expires_at
        }
      }
    }
  }
`);

/** A key's new secret, which nobody can read again. */
export interface NewSecret {
  rawKey: string;
  /** Epoch milliseconds at which the old one stops; null: it has stopped. */
  oldWorksUntil: string | null;
}

/**
 * Gives a key a new secret, as long as the key is as it was read.
 * @param grace seconds for which the old one goes on working
 * @throws Error with a sentence for people; where no answer came, that it may have been rotated all the same
 */
export async function rotateSecret(
  client: Client,
  { id, etag }: { id: string; etag: string },
  grace: number,
): Promise<NewSecret> {
  const { rotateAPIKey } = await sendForSecret(client, mutation, { id, etag, grace }, 'rotated');
  const { rawKey, apiKey } = rotateAPIKey;
  return { rawKey, oldWorksUntil: apiKey.previous_secret?.expires_at ?? null };
}
