import { recordAudit } from '@/lib/server/audit/record-audit';
import { keyStatus } from '@/lib/server/auth/key-status';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { conflict } from '@/lib/server/errors';
import { assertFresh } from '@/lib/server/etag';
import { abortJobs, assertJobsEnded, cancelJobsOf } from '@/lib/server/jobs/worker/cancel-jobs-of';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import type { ServerContext } from '@/lib/server/runtime/context';
import { assertPresentSecret, findApiKey, keyEtag, type OwnedKey, withOwner } from './find-api-key';

/**
 * Stops a key at once, and cancels its open jobs. The key can be reactivated, its old secret can't. Revoking a revoked
 * key changes nothing.
 * @param etag of the key as last read
 * @throws AppError NOT_FOUND; CONFLICT if an active key has changed
 */
export async function revokeApiKey(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  etag?: string | null,
): Promise<OwnedKey> {
  authorize(viewer, 'write');
  const { key, jobs } = await writeAs(ctx, viewer, 'write', async (tx, viewer) => {
    assertPresentSecret(viewer);
    const key = await findApiKey(tx, viewer, id);
    if (key.status === 'REVOKED') return { key };
    assertFresh(etag, keyEtag(key), 'This API key');
    const jobs = await cancelJobsOf(tx, ctx, { accountId: key.accountId, apiKeyId: key.id });
    await recordAudit(tx, ctx, {
      action: 'api_key.revoke',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      changes: { status: { from: 'ACTIVE', to: 'REVOKED' } },
      details: { name: key.name, hint: key.hint, jobs_canceled: jobs.count },
    });
    await tx.previousSecret.deleteMany({ where: { apiKeyId: key.id } });
    const revoked = await tx.apiKey.update({
      where: { id: key.id },
      data: { status: 'REVOKED', updatedAt: ctx.now() },
      include: withOwner,
    });
    return { key: revoked, jobs };
  });
  if (jobs) abortJobs(ctx, jobs);
  return key;
}

/**
 * Lets a revoked key work again.
 * @param etag of the key as last read
 * @throws AppError FORBIDDEN through an API key; NOT_FOUND; CONFLICT unless the key is revoked and unexpired, if it
 *   has changed, or while jobs that the revocation canceled haven't ended
 */
export async function reactivateApiKey(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
  etag?: string | null,
): Promise<OwnedKey> {
  authorize(viewer, 'write:session');
  return writeAs(ctx, viewer, 'write:session', async (tx, viewer) => {
    const key = await findApiKey(tx, viewer, id);
    assertFresh(etag, keyEtag(key), 'This API key');
    if (key.expiresAt && key.expiresAt <= ctx.now()) {
      throw conflict('This key has expired. Create a new one.');
    }
    if (key.status !== 'REVOKED') throw conflict('This key is active already.');
    await assertJobsEnded(tx, { accountId: key.accountId, apiKeyId: key.id });
    await recordAudit(tx, ctx, {
      action: 'api_key.reactivate',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      changes: { status: { from: 'REVOKED', to: 'ACTIVE' } },
      details: { name: key.name, hint: key.hint },
    });
    return tx.apiKey.update({
      where: { id: key.id },
      data: { status: 'ACTIVE', updatedAt: ctx.now() },
      include: withOwner,
    });
  });
}

/**
 * Deletes a key permanently and cancels its open jobs: the caller's own in any state or, as an admin, another user's
 * unless it is ACTIVE.
 * @param etag of the key as last read, so that a key reactivated since isn't deleted
 * @throws AppError NOT_FOUND; CONFLICT for another user's active key, or if it has changed
 */
export async function deleteApiKey(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  etag?: string | null,
): Promise<true> {
  authorize(viewer, 'write');
  const jobs = await writeAs(ctx, viewer, 'write', async (tx, viewer) => {
    assertPresentSecret(viewer);
    const key = await findApiKey(tx, viewer, id);
    assertFresh(etag, keyEtag(key), 'This API key');
    const status = keyStatus(key, ctx.now());
    if (key.userId !== viewer.user.id && status === 'ACTIVE') {
      throw conflict('This key is active. Revoke it first.');
    }
    const jobs = await cancelJobsOf(tx, ctx, { accountId: key.accountId, apiKeyId: key.id });
    await tx.apiKey.delete({ where: { id: key.id } });
    await recordAudit(tx, ctx, {
      action: 'api_key.delete',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      details: { owner_id: key.userId, name: key.name, hint: key.hint, status, jobs_canceled: jobs.count },
    });
    return jobs;
  });
  abortJobs(ctx, jobs);
  return true;
}
