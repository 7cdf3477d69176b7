import type { z } from 'zod';
import { changesBetween, recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, scopeColumns, scopesOf, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { assertFresh } from '@/lib/server/etag';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { abortJobs, assertJobsEnded, cancelJobsOf } from '@/lib/server/workflows/cancel-jobs-of';
import { scopes as scopesInput } from '@/lib/validation/users';
import { assertActive, assertGrantable, findApiKey, keyEtag, type OwnedKey, withOwner } from './find-api-key';

/**
 * Replaces an active key's scopes; a scope whose flag is missing is removed. Without `write`, the key's
 * open jobs are canceled.
 * @param etag of the key as last read
 * @throws AppError FORBIDDEN through an API key; NOT_FOUND; BAD_USER_INPUT for none, or for more than the owner has;
 *   CONFLICT unless ACTIVE, if it has changed, or if it gets `write` back before all of its jobs have ended
 */
export async function updateApiKeyScopes(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  input: z.input<typeof scopesInput>,
  etag?: string | null,
): Promise<OwnedKey> {
  authorize(viewer, 'write:session');
  const scopes = parseInput(scopesInput, input);
  const { key, jobs } = await writeAs(ctx, viewer, 'write:session', async (tx, viewer) => {
    const key = await findApiKey(tx, viewer, id);
    assertFresh(etag, keyEtag(key), 'This API key');
    assertActive(key, ctx.now());
    assertGrantable(key.user, scopes);
    const changes = changesBetween({ scopes: { ...scopesOf(key) } }, { scopes: { ...scopes } });
    if (!changes) return { key };
    const owner = { accountId: key.accountId, apiKeyId: key.id };
    if (scopes.write && !key.scopeWrite) await assertJobsEnded(tx, owner);
    const jobs = key.scopeWrite && !scopes.write ? await cancelJobsOf(tx, ctx, owner) : undefined;
    await recordAudit(tx, ctx, {
      action: 'api_key.update_scopes',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      changes,
      details: { name: key.name, hint: key.hint, ...(jobs && { jobs_canceled: jobs.count }) },
    });
    const updated = await tx.apiKey.update({
      where: { id: key.id },
      data: { ...scopeColumns(scopes), updatedAt: ctx.now() },
      include: withOwner,
    });
    return { key: updated, jobs };
  });
  if (jobs) abortJobs(ctx, jobs);
  return key;
}
