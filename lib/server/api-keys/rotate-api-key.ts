import { assertActive } from '@/lib/server/api-keys/assert-active';
import { findApiKey } from '@/lib/server/api-keys/find-api-key';
import { assertGrantable } from '@/lib/server/api-keys/key-scopes';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { hashToken, hintOf, newApiKeySecret } from '@/lib/server/auth/tokens';
import { authorize, scopesOf, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import type { ServerContext } from '@/lib/server/server-context';
import type { ApiKey } from '@/prisma/generated/prisma/client';

/**
 * Gives an active key a new secret; the old one stops working at once.
 * @returns the key and its new secret, readable this once
 * @throws AppError NOT_FOUND; CONFLICT unless ACTIVE; BAD_USER_INPUT or FORBIDDEN where the key has scopes
 *   that its owner, or the key making the call, does not have
 */
export async function rotateApiKey(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
): Promise<{ apiKey: ApiKey; rawKey: string }> {
  authorize(viewer, 'write');
  const rawKey = newApiKeySecret(ctx);
  const apiKey = await writeAs(ctx, viewer, 'write', async (tx, viewer) => {
    const key = await findApiKey(tx, viewer, id);
    assertActive(key, ctx.now());
    assertGrantable(viewer, key.user, scopesOf(key));
    const hint = hintOf(rawKey);
    await recordAudit(tx, ctx, {
      action: 'api_key.rotate',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      changes: { hint: { from: key.hint, to: hint } },
    });
    return tx.apiKey.update({
      where: { id: key.id },
      data: { secretHash: hashToken(rawKey), hint, updatedAt: ctx.now() },
    });
  });
  return { apiKey, rawKey };
}
