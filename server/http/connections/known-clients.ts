// @ts-check
import { LRUCache } from 'lru-cache';
import { detached } from '@/lib/server/runtime/detached';

/** Clients that are remembered, and for how long (ms) after their last call. */
const MOST = 10_000;
const LIFETIME = 60 * 60_000;

/**
 * Remembers the clients, by network, that have called the API with a valid session or key.
 *
 * @returns {{ remember: (client: string) => void, isKnown: (client: string) => boolean }}
 */
export function knownClients() {
  /** @type {LRUCache<string, true>} */
  const known = new LRUCache({ max: MOST, ttl: LIFETIME });
  return {
    remember: (client) => void known.set(detached(client), true),
    isKnown: (client) => known.has(client),
  };
}
