import { limits } from '@/lib/config/limits';
import { knownAddress } from '@/lib/server/auth/known-address';
import { recentSignIns } from '@/lib/server/auth/recent-sign-ins';
import type { Queries } from '@/lib/server/database/database';
import { clientNetwork } from '@/lib/server/rate-limit/client-network';

/**
 * Whether somebody has signed in with an e-mail address from the caller's network (an IPv4 address, an IPv6 /64) within
 * `limits.knownDevice`, or uses a session started there. Sends the same statements whether or not anybody has the
 * address.
 * @param address the caller's network address
 */
export async function isKnownNetwork(
  db: Queries,
  email: string,
  address: string,
  now: Date,
): Promise<boolean> {
  // An address that nobody has is looked up as the one after it: its time is that of somebody with sign-ins, too.
  const user = await db.user.findFirst({
    where: { email: { gte: email } },
    orderBy: { email: 'asc' },
    select: { id: true, accountId: true, email: true },
  });
  const { id, accountId } = user ?? { id: '', accountId: '' };
  const since = new Date(now.getTime() - limits.knownDevice);
  const sessions = await db.session.findMany({
    where: { userId: id },
    select: { address: true, lastUsedAt: true },
    orderBy: { lastUsedAt: 'desc' },
    take: limits.session.listed,
  });
  const inUse = sessions.flatMap((session) => (session.lastUsedAt >= since && session.address) || []);
  const seen = [...inUse, ...(await recentSignIns(db, { id, accountId }, 'address', since))];
  const networks = new Set(seen.map(clientNetwork));
  return user?.email === email && knownAddress(address) !== null && networks.has(clientNetwork(address));
}
