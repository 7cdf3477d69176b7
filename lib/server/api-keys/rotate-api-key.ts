import { assertActive } from '@/lib/server/api-keys/assert-active';
import { findApiKey } from '@/lib/server/api-keys/find-api-key';
import { keyEtag } from '@/lib/server/api-keys/key-etag';
import { assertGrantable } from '@/lib/server/api-keys/key-scopes';
import type { OwnedKey } from '@/lib/server/api-keys/owned-key';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { hashToken, hintOf, newApiKeySecret } from '@/lib/server/auth/tokens';
import { authorize, scopesOf, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { assertFresh } from '@/lib/server/etag';
import type { ServerContext } from '@/lib/server/server-context';

/**
 * Gives an active key a new secret; the old one stops working at once.
 * @param etag the key's as last read: somebody else's new secret is not ended unseen
 * @returns the key and its new secret, readable this once
 * @throws AppError NOT_FOUND; CONFLICT unless ACTIVE, or where it has changed; BAD_USER_INPUT or FORBIDDEN where the key has scopes
 *   that its owner, or the key making the call, does not have
 */
export async function rotateApiKey(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
  etag?: string | null,
): Promise<{ apiKey: OwnedKey; rawKey: string }> {
  authorize(viewer, 'write');
  const rawKey = newApiKeySecret(ctx);
  const apiKey = await writeAs(ctx, viewer, 'write', async (tx, viewer) => {
    const key = await findApiKey(tx, viewer, id);
    assertFresh(etag, keyEtag(key), 'This API key');
    assertActive(key, ctx.now());
    assertGrantable(viewer, key.user, scopesOf(key));
    const hint = hintOf(rawKey);
    await recordAudit(tx, ctx, {
      action: 'api_key.rotate',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      changes: { hint: { from: key.hint, to: hint } },
      details: { name: key.name },
    });
    return tx.apiKey.update({
      where: { id: key.id },
      data: { secretHash: hashToken(rawKey), hint, updatedAt: ctx.now() },
      include: { user: true },
    });
  });
  return { apiKey, rawKey };
}
