import {
  assertPresentSecret,
  findApiKey,
  keyEtag,
  type OwnedKey,
  withOwner,
} from '@/lib/server/api-keys/find-api-key';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { assertFresh } from '@/lib/server/etag';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { abortJobs, cancelJobsOf } from '@/lib/server/workflows/cancel-jobs-of';

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
