import type { z } from 'zod';
import { authorize, scopesOf, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { assertFresh } from '@/lib/server/etag';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { findUser, userEtag } from '@/lib/server/users/find-user';
import { assertNotLastAdmin, writeUser } from '@/lib/server/users/write-user';
import { abortJobs, assertJobsEnded, cancelJobsOf } from '@/lib/server/workflows/cancel-jobs-of';
import { userUpdates } from '@/lib/validation/users';
import type { User } from '@/prisma/generated/prisma/client';

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
