import { formatMoment, formatRelative } from '@/lib/format/date';
import { formatQuantity } from '@/lib/format/number';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { keyStatus } from '@/lib/rules/api-key-display';

/** A key's old secret, which may keep working for a while after a rotation; times are epoch milliseconds. */
export const overlapFragment = graphql(`
  fragment Overlap on APIKey @_unmask {
    id
    previous_secret {
      hint
      expires_at
      calls
      last_used_at
    }
  }
`);

/** A key as both consoles list it; times are epoch milliseconds. */
export const keyFragment = graphql(
  `
    fragment ApiKey on APIKey @_unmask {
      ...Overlap
      name
      hint
      etag
      user_id
      user_name
      user_status
      scopes {
        read
        write
        admin
      }
      status
      createdAt
      last_used_at
      expires_at
      revoked_at
    }
  `,
  [overlapFragment],
);

/** One key as it is now. */
export const latestKeyQuery = graphql(
  `
    query LatestKey($id: ID!) {
      getAPIKey(id: $id) {
        ...ApiKey
      }
    }
  `,
  [keyFragment],
);

/** Deletes a key; with an `etag`, only if the key is as it was read. */
export const deleteKeyMutation = graphql(`
  mutation DeleteKey($id: ID!, $etag: String) {
    deleteAPIKey(id: $id, etag: $etag)
  }
`);

export type ApiKey = ResultOf<typeof keyFragment>;
export type OverlappingKey = ResultOf<typeof overlapFragment>;

/** The secret that a key had before its last rotation, and that still works. */
export type PreviousSecret = NonNullable<OverlappingKey['previous_secret']>;

/** Whose a key is: the full name, or the id if there is none (docs/product.md, "API keys"). */
export function ownerName({ user_name, user_id }: { user_name: string | null; user_id: string }): string {
  return user_name ?? user_id;
}

/** A key's state by now. A key that has expired since the API's response is expired, even if it is revoked. */
export function keyState({ status, expires_at }: ApiKey): 'active' | 'revoked' | 'expired' {
  if (status === 'EXPIRED' || (expires_at !== null && Number(expires_at) <= Date.now())) return 'expired';
  return status === 'REVOKED' ? 'revoked' : 'active';
}

/**
 * The consequence of deleting a key. An expired key may still have open jobs; those of a revoked one are canceled
 * already.
 */
export function deletionWords(key: ApiKey): string {
  if (keyState(key) === 'active')
    return 'Programs that use it stop working at once, and its open jobs are canceled.';
  const { word, reason } = keyStatus(key, Date.now());
  if (word === 'Revoked') return `It no longer works: it was revoked ${reason}.`;
  return `It no longer works: it expired ${reason}. Its open jobs are canceled.`;
}

/** The old secret of a key, as long as it works. */
export function workingPreviousSecret({ previous_secret: previous }: OverlappingKey): PreviousSecret | null {
  return previous && Number(previous.expires_at) > Date.now() ? previous : null;
}

/** How much an old secret is still used: `12 calls since then, last Nov 21, 2026, 21:40 UTC (2 minutes ago)`. */
export function previousSecretUse({ calls, last_used_at }: PreviousSecret): string {
  if (calls === 0 || last_used_at === null) return 'no calls since then';
  const last = `${formatMoment(last_used_at)} (${formatRelative(last_used_at, Date.now())})`;
  return `${formatQuantity(calls, { one: 'call', other: 'calls' })} since then, last ${last}`;
}
