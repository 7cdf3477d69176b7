import { recordAudit } from '@/lib/server/audit/record-audit';
import { notFound } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import { deviceLabel } from './devices';
import { authorize, type Viewer } from './viewer';
import { writeAs } from './write-as';

/**
 * Ends one of the caller's own sessions at once. Like signing out, this needs no scope.
 * @throws AppError NOT_FOUND, alike for an unknown id, another person's session and an ended one; FORBIDDEN for
 *   an API key
 */
export async function endSession(ctx: ServerContext, viewer: Viewer, id: string): Promise<true> {
  authorize(viewer, 'session');
  await writeAs(ctx, viewer, 'session', async (tx, viewer) => {
    const session = await tx.session.findFirst({
      where: { id, userId: viewer.user.id, expiresAt: { gt: ctx.now() } },
    });
    if (!session) throw notFound('Session');
    await tx.session.delete({ where: { id } });
    await recordAudit(tx, ctx, {
      action: id === viewer.credentialId ? 'session.end' : 'session.revoke',
      actor: viewer,
      accountId: viewer.accountId,
      entityId: id,
      ...(id !== viewer.credentialId && { details: { device: deviceLabel(session.userAgent) } }),
    });
  });
  return true;
}
