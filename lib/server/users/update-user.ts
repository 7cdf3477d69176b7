import type { z } from 'zod';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { hashPassword } from '@/lib/server/auth/passwords';
import { authorize, scopesOf, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { assertFresh } from '@/lib/server/etag';
import { abortJobs, assertJobsEnded, cancelJobsOf } from '@/lib/server/jobs/worker/cancel-jobs-of';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { profileUpdates, userUpdates } from '@/lib/validation/users';
import type { User } from '@/prisma/generated/prisma/client';
import { findUser, userEtag } from './find-user';
import { assertNotLastAdmin, writeUser } from './write-user';

/**
 * Changes a user of the admin's account. An admin always has the admin scope; losing the role removes it unless the
 * given scopes include it. Without `write`, the user's open jobs are canceled.
 * @param etag of the record as last read; without one, there is no check
 * @throws AppError FORBIDDEN through an API key; NOT_FOUND; BAD_USER_INPUT; CONFLICT for a taken email address, the
 *   last active admin, a changed record, or a user who regains `write` before their jobs have ended
 */
export async function updateUser(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  updates: z.input<typeof userUpdates>,
  etag?: string | null,
): Promise<User> {
  authorize(viewer, 'admin:session');
  const fields = parseInput(userUpdates, updates);
  const { user, jobs } = await writeAs(
    ctx,
    viewer,
    'admin:session',
    async (tx, viewer) => {
      const user = await findUser(tx, viewer.accountId, id);
      assertFresh(etag, userEtag(user), 'This user');
      const role = fields.role ?? user.role;
      const kept = { ...scopesOf(user), ...(role !== user.role && { admin: false }) };
      const scopes = fields.scopes ?? kept;
      if (role !== 'ADMIN') await assertNotLastAdmin(tx, user, 'be made a developer');
      else if (!scopes.read || !scopes.write) await assertNotLastAdmin(tx, user, 'lose read or write');
      const owner = { accountId: user.accountId, userId: user.id };
      if (scopes.write && !user.scopeWrite) await assertJobsEnded(tx, owner);
      const jobs = user.scopeWrite && !scopes.write ? await cancelJobsOf(tx, ctx, owner) : undefined;
      const written = await writeUser(
        tx,
        ctx,
        viewer,
        user,
        { ...fields, scopes: { ...scopes, admin: scopes.admin || role === 'ADMIN' } },
        jobs && { jobs_canceled: jobs.count },
      );
      return { user: written, jobs };
    },
    { amongAccounts: fields.email !== undefined },
  );
  if (jobs) abortJobs(ctx, jobs);
  return user;
}

/**
 * Changes the caller's own name, email address or password. A new password ends the person's other sessions.
 * The email address and password require a session: an API key alone mustn't be enough to take over the user.
 * @throws AppError BAD_USER_INPUT; CONFLICT if the email address is taken; FORBIDDEN for an email address or
 *   password through a key
 */
export async function updateMyProfile(
  ctx: ServerContext,
  viewer: Viewer,
  updates: z.input<typeof profileUpdates>,
): Promise<User> {
  authorize(viewer, 'write');
  const { password, ...fields } = parseInput(profileUpdates, updates);
  const access = password || fields.email ? 'write:session' : 'write';
  authorize(viewer, access);
  const passwordHash = password && (await hashPassword(password));
  return writeAs(
    ctx,
    viewer,
    access,
    async (tx, viewer) => {
      const user = await findUser(tx, viewer.accountId, viewer.user.id);
      const updated = await writeUser(tx, ctx, viewer, user, fields);
      if (!passwordHash) return updated;
      await tx.session.deleteMany({ where: { userId: user.id, id: { not: viewer.credentialId } } });
      await recordAudit(tx, ctx, {
        action: 'user.change_password',
        actor: viewer,
        accountId: user.accountId,
        entityId: user.id,
      });
      return tx.user.update({
        where: { id: user.id },
        data: { passwordHash, temporaryPasswordAt: null, updatedAt: ctx.now() },
      });
    },
    { amongAccounts: fields.email !== undefined },
  );
}

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
