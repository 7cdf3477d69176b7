import { limits } from '@/lib/config/limits';
import { deviceLabel } from '@/lib/server/auth/device-label';
import { recentSignIns } from '@/lib/server/auth/recent-sign-ins';
import type { Queries } from '@/lib/server/database/database';
import type { User } from '@/prisma/generated/prisma/client';

/**
 * Whether nobody has signed in as a person from such a device within `limits.knownDevice`. Of somebody who signs in
 * for the first time no device is new.
 * @param device its label
 */
export async function isNewDevice(
  tx: Queries,
  user: Pick<User, 'id' | 'accountId'>,
  device: string,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - limits.knownDevice);
  const sessions = await tx.session.findMany({
    where: { userId: user.id },
    select: { userAgent: true, lastUsedAt: true },
    orderBy: { lastUsedAt: 'desc' },
    take: limits.session.listed,
  });
  const known = sessions.some(
    ({ userAgent, lastUsedAt }) => lastUsedAt >= since && deviceLabel(userAgent) === device,
  );
  if (known) return false;
  // Sessions that were ended are told of by the audit trail alone.
  const starts = { accountId: user.accountId, userId: user.id, action: 'session.start' };
  const hasSignedIn = sessions.length > 0 || (await tx.auditEvent.findFirst({ where: starts })) !== null;
  return hasSignedIn && !(await recentSignIns(tx, user, 'device', since)).includes(device);
}
