import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { conflict } from '@/lib/server/errors';
import { assertFresh } from '@/lib/server/etag';
import type { ServerContext } from '@/lib/server/runtime/context';
import { assertPresentSecret, findApiKey, keyEtag, type OwnedKey, previousSecretUse } from './find-api-key';
import { runningOverlap } from './key-status';

/**
 * Ends the overlap of a rotated key early: the secret from before the last rotation stops working at once.
 * @param etag of the key as last read, so that only the secret that the caller knows about ends
 * @throws AppError NOT_FOUND; CONFLICT if no old secret works, or if the key has changed
 */
export async function endPreviousSecret(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
  etag?: string | null,
): Promise<OwnedKey> {
  authorize(viewer, 'write');
  return writeAs(ctx, viewer, 'write', async (tx, viewer) => {
    assertPresentSecret(viewer);
    const key = await findApiKey(tx, viewer, id);
    assertFresh(etag, keyEtag(key), 'This API key');
    const previous = runningOverlap(key.previousSecret, ctx.now());
    if (!previous) throw conflict('This key has no old secret that still works.');
    await recordAudit(tx, ctx, {
      action: 'api_key.end_previous_secret',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      details: { name: key.name, hint: previous.hint, calls: previousSecretUse(ctx, previous).calls },
    });
    await tx.previousSecret.delete({ where: { apiKeyId: key.id } });
    return { ...key, previousSecret: null };
  });
}
