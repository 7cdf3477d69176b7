import { limits } from '@/lib/config/limits';
import { networkOf } from '@/lib/server/auth/network-of';
import type { Queries } from '@/lib/server/database/database';

const { lifetime, ofAddress, removed } = limits.knownNetworks;

/**
 * Notes that somebody signed in with an e-mail address from a network; isKnownNetwork tells it from then on. Each network
 * has one row, so that no number of sign-ins from one pushes out another. A new one takes the place of the address's
 * oldest beyond `limits.knownNetworks.ofAddress`, and some that ran out, of whatever address, go with it.
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
