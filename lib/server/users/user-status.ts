import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import type { ServerContext } from '@/lib/server/runtime/context';
import { abortJobs, assertJobsEnded, cancelJobsOf } from '@/lib/server/workflows/cancel-jobs-of';
import type { User } from '@/prisma/generated/prisma/client';
import { findUser } from './find-user';
import { assertNotLastAdmin } from './write-user';

/**
 * Disables a user: sessions end, keys stop working, and open jobs are canceled, at once. Disabling a disabled user
 * changes nothing. Unlike changes that give access, this works through an API key. So an admin's script can stop a user
 * before an admin can sign in.
 * @throws AppError NOT_FOUND; CONFLICT for the last active admin
 */
export async function disableUser(ctx: WorkflowContext, viewer: Viewer, id: string): Promise<User> {
  authorize(viewer, 'admin:write');
  const { user, jobs } = await writeAs(ctx, viewer, 'admin:write', async (tx, viewer) => {
    const user = await findUser(tx, viewer.accountId, id);
    if (user.status === 'DISABLED') return { user };
    await assertNotLastAdmin(tx, user, 'be disabled');
    const { count } = await tx.session.deleteMany({ where: { userId: user.id } });
    const jobs = await cancelJobsOf(tx, ctx, { accountId: user.accountId, userId: user.id });
    await recordAudit(tx, ctx, {
      action: 'user.disable',
      actor: viewer,
      accountId: user.accountId,
      entityId: user.id,
      changes: { status: { from: 'ACTIVE', to: 'DISABLED' } },
      details: { sessions_ended: count, jobs_canceled: jobs.count },
    });
    const disabled = await tx.user.update({
      where: { id: user.id },
      data: { status: 'DISABLED', updatedAt: ctx.now() },
    });
    return { user: disabled, jobs };
  });
  if (jobs) abortJobs(ctx, jobs);
  return user;
}

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
