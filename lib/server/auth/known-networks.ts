import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { limits } from '@/lib/config/limits';
import type { Queries } from '@/lib/server/database/database';
import { clientNetwork } from '@/lib/server/rate-limit/client-address';

const { lifetime, ofAddress, removed } = limits.knownNetworks;

/**
 * Whether a sign-in with an email address has succeeded from the caller's network (an IPv4 address, an IPv6 /64) within
 * `limits.knownNetworks.lifetime`. One look-up by the primary key, whether or not a user has the address.
 * @param address the caller's network address
 */
export async function isKnownNetwork(
  db: Queries,
  email: string,
  address: string,
  now: Date,
): Promise<boolean> {
  const known = await db.knownNetwork.findUnique({
    where: { addressHash_network: networkOf(email, address) },
    select: { lastSignInAt: true },
  });
  return known !== null && known.lastSignInAt.getTime() >= now.getTime() - lifetime;
}

/**
 * Notes that a sign-in with an email address succeeded from a network, for `isKnownNetwork`. Each network
 * has one row, so that many sign-ins from one network don't push out another. Beyond `limits.knownNetworks.ofAddress`
 * a new network replaces the oldest of that email address; a few expired rows of any address are removed as well.
 * @param address the caller's network address
 */
export async function keepKnownNetwork(
  tx: Queries,
  email: string,
  address: string,
  now: Date,
): Promise<void> {
  const network = networkOf(email, address);
  const { count } = await tx.knownNetwork.updateMany({ where: network, data: { lastSignInAt: now } });
  if (count > 0) return;
  const { addressHash } = network;
  const excess = await tx.knownNetwork.findMany({
    where: { addressHash },
    select: { network: true },
    orderBy: [{ lastSignInAt: 'desc' }, { network: 'asc' }],
    skip: ofAddress - 1,
  });
  if (excess.length > 0)
    await tx.knownNetwork.deleteMany({
      where: { addressHash, network: { in: excess.map(({ network }) => network) } },
    });
  await tx.knownNetwork.create({ data: { ...network, lastSignInAt: now } });
  const since = new Date(now.getTime() - lifetime);
  await tx.knownNetwork.deleteMany({ where: { lastSignInAt: { lt: since } }, limit: removed });
}

/**
 * The key of a KnownNetwork row.
 * @param email as parsed: trimmed and in lower case
 * @param address the caller's network address
 */
export const networkOf = (email: string, address: string) => ({
  addressHash: createHash('sha256').update(email).digest('hex'),
  network: clientNetwork(address),
});

/** The caller's network address; null if it is `unknown`, as it is without the server in front (client-address.ts). */
export const knownAddress = (address: string): string | null => (isIP(address) ? address : null);
