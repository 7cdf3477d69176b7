import { findApiKey, keyEtag, type OwnedKey, withOwner } from '@/lib/server/api-keys/find-api-key';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { conflict } from '@/lib/server/errors';
import { assertFresh } from '@/lib/server/etag';
import type { ServerContext } from '@/lib/server/runtime/context';
import { assertJobsEnded } from '@/lib/server/workflows/cancel-jobs-of';

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
