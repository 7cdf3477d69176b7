import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { conflict } from '@/lib/server/errors';
import { assertFresh } from '@/lib/server/etag';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { abortJobs, cancelJobsOf } from '@/lib/server/workflows/cancel-jobs-of';
import { assertPresentSecret, findApiKey, keyEtag } from './find-api-key';
import { keyStatus } from './key-status';

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
