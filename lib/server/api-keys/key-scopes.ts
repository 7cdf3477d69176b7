import type { Scopes } from '@/lib/config/access';
import { scopesOf, type Viewer } from '@/lib/server/auth/viewer';
import { badInput, forbidden } from '@/lib/server/errors';
import type { User } from '@/prisma/generated/prisma/client';

const names = ['read', 'write', 'admin'] as const;

/**
 * Makes sure that a key gets no scope its owner lacks, and none that the key making the call lacks.
 * @throws AppError BAD_USER_INPUT; FORBIDDEN where the call comes through a narrower key
 */
export function assertGrantable(viewer: Viewer, owner: User, scopes: Scopes): void {
  const lacking = names.find((name) => scopes[name] && !scopesOf(owner)[name]);
  if (lacking) throw badInput({ scopes: `The key's owner does not have the ${lacking} scope.` });
  if (viewer.via === 'api_key' && names.some((name) => scopes[name] && !viewer.scopes[name])) {
    throw forbidden('A key cannot grant a scope that it does not have.');
  }
}

/** Whether no flag is set. */
export function isEmpty(scopes: Scopes): boolean {
  return !names.some((name) => scopes[name]);
}
