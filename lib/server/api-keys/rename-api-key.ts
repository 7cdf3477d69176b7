import type { z } from 'zod';
import { findApiKey, keyEtag, type OwnedKey, withOwner } from '@/lib/server/api-keys/find-api-key';
import { nameColumns } from '@/lib/server/api-keys/key-names';
import { changesBetween, recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { assertFresh } from '@/lib/server/etag';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { keyNameInput } from '@/lib/validation/api-keys';

/**
 * Names a key, in any state; a blank name removes the one it has. It requires a session: people recognize a key by its
 * name, so a leaked key must not be able to take another one's.
 * @param etag of the key as last read
 * @throws AppError FORBIDDEN through an API key; NOT_FOUND; BAD_USER_INPUT; CONFLICT if the key has changed
 */
export async function renameApiKey(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
  input: z.input<typeof keyNameInput>,
  etag?: string | null,
): Promise<OwnedKey> {
  authorize(viewer, 'write:session');
  const { name } = parseInput(keyNameInput, input);
  return writeAs(ctx, viewer, 'write:session', async (tx, viewer) => {
    const key = await findApiKey(tx, viewer, id);
    assertFresh(etag, keyEtag(key), 'This API key');
    const changes = changesBetween({ name: key.name }, { name });
    if (!changes) return key;
    await recordAudit(tx, ctx, {
      action: 'api_key.rename',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      changes,
      details: { name, hint: key.hint },
    });
    // `updatedAt` stays: for a revoked key, it says when that was.
    return tx.apiKey.update({ where: { id: key.id }, data: nameColumns(name), include: withOwner });
  });
}
