import { scopesOf } from '@/lib/server/auth/viewer';
import { etagOf } from '@/lib/server/etag';
import type { User } from '@/prisma/generated/prisma/client';

/** The entity tag of a user: of all that an admin, or the user, may change about the record. */
export function userEtag(user: User): string {
  const { email, role, status, firstName, lastName } = user;
  return etagOf({ email, role, status, firstName, lastName, ...scopesOf(user) });
}
