import { createHash } from 'node:crypto';
import { clientNetwork } from '@/lib/server/rate-limit/client-network';

/**
 * What KnownNetwork keeps a network under.
 * @param email as parsed: trimmed and in lower case
 * @param address the caller's network address
 */
export const networkOf = (email: string, address: string) => ({
  addressHash: createHash('sha256').update(email).digest('hex'),
  network: clientNetwork(address),
});
