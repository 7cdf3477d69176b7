import { limits } from '@/lib/config/limits';
import { recordAudit } from '@/lib/server/audit/record-audit';
import type { ServerContext } from '@/lib/server/runtime/context';
import { deviceLabel } from './devices';
import { authorize, type Viewer } from './viewer';
import { writeAs } from './write-as';

/**
 * Ends all of the caller's sessions except the calling session. Each session that the list shows gets its own
 * audit event; the others share one event with their number, so that the ten thousand sign-ins of a forgotten program
 * don't delay everyone's writes.
 * @returns how many were open
 * @throws AppError FORBIDDEN for an API key
 */
export async function endOtherSessions(ctx: ServerContext, viewer: Viewer): Promise<number> {
  authorize(viewer, 'session');
  return writeAs(ctx, viewer, 'session', async (tx, viewer) => {
    const others = { userId: viewer.user.id, id: { not: viewer.credentialId } };
    const open = { ...others, expiresAt: { gt: ctx.now() } };
    const count = await tx.session.count({ where: open });
    const latest = await tx.session.findMany({
      where: open,
      select: { id: true, userAgent: true },
      orderBy: [{ lastUsedAt: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
      take: limits.session.listed + 1,
    });
    const event = { action: 'session.revoke', actor: viewer, accountId: viewer.accountId } as const;
    for (const { id, userAgent } of latest.slice(0, limits.session.listed)) {
      await recordAudit(tx, ctx, { ...event, entityId: id, details: { device: deviceLabel(userAgent) } });
    }
    const further = latest[limits.session.listed];
    if (further) {
      const times = count - limits.session.listed;
      await recordAudit(tx, ctx, { ...event, entityId: further.id, details: { times } });
    }
    await tx.session.deleteMany({ where: others });
    return count;
  });
}
