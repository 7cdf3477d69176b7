import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';

/**
 * Ends the session that made the call.
 * @throws AppError FORBIDDEN for an API key, which has no session to end
 */
export async function signOut(ctx: ServerContext, viewer: Viewer): Promise<true> {
  authorize(viewer, 'session');
  await ctx.db.write(
    async (tx) => {
      const { count } = await tx.session.deleteMany({ where: { id: viewer.credentialId } });
      if (count === 0) return;
      await recordAudit(tx, ctx, {
        action: 'session.end',
        actor: viewer,
        accountId: viewer.accountId,
        entityId: viewer.credentialId,
      });
    },
    { accountId: viewer.accountId },
  );
  return true;
}
