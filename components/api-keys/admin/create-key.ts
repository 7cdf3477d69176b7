import type { Client } from 'urql';
import { sendForSecret } from '@/components/api-keys/send-for-secret';
import { trueScopes } from '@/components/auth/admin/scope-words';
import type { Scopes } from '@/lib/config/access';
import { graphql } from '@/lib/graphql-client/graphql';
import type { KeySecret } from './key-secret-banner';
import { ownerName } from './owner-name';

const mutation = graphql(`
  mutation CreateKey($userId: ID!, $accountId: ID!, $name: String, $scopes: ScopesInput!, $expires_at: Date) {
    createAPIKey(userId: $userId, accountId: $accountId, name: $name, scopes: $scopes, expires_at: $expires_at) {
      rawKey
      apiKey {
        id
        name
        user_id
        user_name
      }
    }
  }
`);

export interface NewKey {
  userId: string;
  accountId: string;
  name: string | null;
  scopes: Scopes;
  /** The last UTC day on which it works; null: it never expires. */
  expires_at: string | null;
}

/**
 * Makes a key for a user of the account.
 * @throws Error with a sentence for people; where no answer came, that it may have been made all the same
 */
export async function createKey(client: Client, { scopes, ...rest }: NewKey): Promise<KeySecret> {
  const variables = { ...rest, scopes: trueScopes(scopes) };
  const { createAPIKey: made } = await sendForSecret(client, mutation, variables, 'created');
  const { id, name } = made.apiKey;
  return { id, name, owner: ownerName(made.apiKey), rawKey: made.rawKey };
}
