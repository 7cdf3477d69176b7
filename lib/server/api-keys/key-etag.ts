import { scopesOf } from '@/lib/server/auth/viewer';
import { etagOf } from '@/lib/server/etag';
import type { ApiKey } from '@/prisma/generated/prisma/client';

/**
 * Names a key's present state. Its secret counts, so that a rotation is noticed whose hint happens to be the same;
 * its use does not, or nobody could change a busy key. Nor does a previous secret: it comes with a rotation, and its end
 * takes nothing from anybody's change.
 */
export function keyEtag(key: ApiKey): string {
  const { name, status, expiresAt, secretHash } = key;
  return etagOf({ name, status, expiresAt, secretHash, scopes: scopesOf(key) });
}
