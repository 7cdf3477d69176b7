import { type Access, allows } from '@/lib/config/access';
import { type OwnedKey, withOwner } from '@/lib/server/api-keys/owned-key';
import type { Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import { notFound } from '@/lib/server/errors';
import type { User } from '@/prisma/generated/prisma/client';

/**
 * A key the viewer may manage: their own, or any of the account for an admin.
 * @param accountWide what it takes to find the key of someone else
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague's key and another account's
 */
export async function findApiKey(
  tx: Queries,
  viewer: Viewer,
  id: string,
  accountWide: Access = 'admin:write',
): Promise<OwnedKey & { user: User }> {
  const mine = allows(viewer, accountWide) ? {} : { userId: viewer.user.id };
  const key = await tx.apiKey.findFirst({
    where: { id, accountId: viewer.accountId, ...mine },
    include: withOwner,
  });
  if (!key) throw notFound('API key');
  return key;
}
