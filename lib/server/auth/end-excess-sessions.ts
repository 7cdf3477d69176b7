import { limits } from '@/lib/config/limits';
import { recordAudit } from '@/lib/server/audit/record-audit';
import type { Queries } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { User } from '@/prisma/generated/prisma/client';
import { deviceLabel } from './devices';

/**
 * Ends a person's least recently used sessions beyond `limits.session.ofUser`, so that a program that signs in for
 * every run doesn't fill the table. Ends at most a hundred at a time, more than a sign-in adds. If several end,
 * because they were there before the limit was, they share one audit event with their number.
 * @param newest the session just started, which stays
 */
export async function endExcessSessions(
  tx: Queries,
  ctx: ServerContext,
  user: Pick<User, 'id' | 'accountId'>,
  newest: string,
): Promise<void> {
  const excess = await tx.session.findMany({
    where: { userId: user.id, id: { not: newest } },
    select: { id: true, userAgent: true, expiresAt: true },
    orderBy: [{ lastUsedAt: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
    skip: limits.session.ofUser - 1,
    take: limits.session.listed,
  });
  if (excess.length === 0) return;
  await tx.session.deleteMany({ where: { id: { in: excess.map(({ id }) => id) } } });
  // An expired session had already ended.
  const open = excess.filter(({ expiresAt }) => expiresAt > ctx.now());
  const [session] = open;
  if (!session) return;
  await recordAudit(tx, ctx, {
    action: 'session.revoke',
    actor: { userId: user.id },
    accountId: user.accountId,
    entityId: session.id,
    details: {
      ...(open.length > 1 ? { times: open.length } : { device: deviceLabel(session.userAgent) }),
      over_limit: true,
    },
  });
}
