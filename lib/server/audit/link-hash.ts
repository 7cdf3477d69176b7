import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** An event of the trail with every column, all of which its link's hash covers. */
export interface LinkedEvent {
  id: string;
  accountId: string;
  userId: string | null;
  action: string;
  entityId: string;
  metadata: unknown;
  createdAt: Date;
}

/** The text hashed before an account's first link, so that one account's chain can't pass for another's. */
export const genesisOf = (accountId: string) => `switchyard-audit-v1:${accountId}`;

/**
 * The hash of an event's link: SHA-256, in hex, of the UTF-8 text made of the hash of the link before it (for
 * sequence 1 `genesisOf` the account), a line feed, and the event's columns as canonical JSON (RFC 8785), `createdAt`
 * in milliseconds since 1970:
 *
 * ```text
 * sha256(previous + "\n" + '{"accountId":…,"action":…,"createdAt":…,"entityId":…,"id":…,"metadata":…,"userId":…}')
 * ```
 *
 * If retention has removed the oldest events, the chain continues from the checkpoint: its `hash` is that of the last
 * link removed.
 */
export function linkHash(previous: string, event: LinkedEvent): string {
  const { id, accountId, userId, action, entityId, metadata, createdAt } = event;
  const columns = { id, accountId, userId, action, entityId, metadata, createdAt: createdAt.getTime() };
  return createHash('sha256')
    .update(`${previous}\n${canonicalize(columns)}`)
    .digest('hex');
}
