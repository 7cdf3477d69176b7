// @ts-check
import { LRUCache } from 'lru-cache';
import { detached } from '../../../lib/server/detached.mjs';

/** Clients that are remembered, and for how long (ms) after their last call. */
const MOST = 10_000;
const LIFETIME = 60 * 60_000;

/**
 * Remembers the network addresses from which somebody has called the API with a session or key that is valid.
 *
 * @returns {{ remember: (address: string) => void, isKnown: (address: string) => boolean }}
 */
export function knownClients() {
  /** @type {LRUCache<string, true>} */
  const known = new LRUCache({ max: MOST, ttl: LIFETIME });
  return {
    remember: (address) => void known.set(detached(address), true),
    isKnown: (address) => known.has(address),
  };
}
