import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUser } from '@/lib/server/users/find-user';
import { assertJobsEnded } from '@/lib/server/workflows/cancel-jobs-of';
import type { User } from '@/prisma/generated/prisma/client';

/**
 * Enables a disabled user. Keys work again, but sessions stay ended. Enabling an active user changes nothing.
 * @throws AppError FORBIDDEN through an API key; NOT_FOUND; CONFLICT while canceled jobs of the user haven't ended
 */
export async function enableUser(ctx: ServerContext, viewer: Viewer, id: string): Promise<User> {
  authorize(viewer, 'admin:session');
  return writeAs(ctx, viewer, 'admin:session', async (tx, viewer) => {
    const user = await findUser(tx, viewer.accountId, id);
    if (user.status === 'ACTIVE') return user;
    await assertJobsEnded(tx, { accountId: user.accountId, userId: user.id });
    await recordAudit(tx, ctx, {
      action: 'user.enable',
      actor: viewer,
      accountId: user.accountId,
      entityId: user.id,
      changes: { status: { from: 'DISABLED', to: 'ACTIVE' } },
    });
    return tx.user.update({ where: { id: user.id }, data: { status: 'ACTIVE', updatedAt: ctx.now() } });
  });
}
