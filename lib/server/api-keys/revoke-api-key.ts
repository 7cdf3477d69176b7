import { findApiKey } from '@/lib/server/api-keys/find-api-key';
import type { OwnedKey } from '@/lib/server/api-keys/owned-key';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import type { ServerContext } from '@/lib/server/server-context';

/**
 * Stops a key at once; it can be reactivated. Revoking a revoked key changes nothing.
 * @throws AppError NOT_FOUND
 */
export async function revokeApiKey(ctx: ServerContext, viewer: Viewer, id: string): Promise<OwnedKey> {
  authorize(viewer, 'write');
  return writeAs(ctx, viewer, 'write', async (tx, viewer) => {
    const key = await findApiKey(tx, viewer, id);
    if (key.status === 'REVOKED') return key;
    await recordAudit(tx, ctx, {
      action: 'api_key.revoke',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      changes: { status: { from: 'ACTIVE', to: 'REVOKED' } },
      details: { hint: key.hint },
    });
    return tx.apiKey.update({
      where: { id: key.id },
      data: { status: 'REVOKED', updatedAt: ctx.now() },
      include: { user: true },
    });
  });
}
