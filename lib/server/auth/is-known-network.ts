import { limits } from '@/lib/config/limits';
import { networkOf } from '@/lib/server/auth/network-of';
import type { Queries } from '@/lib/server/database/database';

/**
 * Whether somebody has signed in with an e-mail address from the caller's network (an IPv4 address, an IPv6 /64) within
 * `limits.knownNetworks.lifetime`. One look-up by the primary key, whether or not anybody has the address.
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
  return known !== null && known.lastSignInAt.getTime() >= now.getTime() - limits.knownNetworks.lifetime;
}
