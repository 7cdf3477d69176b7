import type { Client } from 'urql';
import { trueScopes } from '@/components/auth/admin/scope-words';
import type { Scopes } from '@/lib/config/access';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import type { AccountKey } from './account-keys-query';

const mutation = graphql(`
  mutation EditKeyScopes($id: ID!, $scopes: ScopesInput!, $etag: String) {
    updateAPIKeyScopes(id: $id, scopes: $scopes, etag: $etag) {
      id
    }
  }
`);

/**
 * Replaces a key's scopes, as long as the key is as it was read.
 * @throws Error with a sentence for people
 */
export async function saveScopes(client: Client, { id, etag }: AccountKey, scopes: Scopes): Promise<void> {
  const variables = { id, etag, scopes: trueScopes(scopes) };
  await sendMutation(client, mutation, variables, 'The scopes could not be saved. Please try again.');
}
