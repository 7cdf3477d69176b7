import type { Scopes } from '@/lib/config/access';
import { scopesOf, type Viewer } from '@/lib/server/auth/viewer';
import { badInput, forbidden } from '@/lib/server/errors';
import type { User } from '@/prisma/generated/prisma/client';

const names = ['read', 'write', 'admin'] as const;

/** Whether no flag is set. */
export function isEmpty(scopes: Scopes): boolean {
  return !names.some((name) => scopes[name]);
}

/**
 * Makes sure that a key gets a scope at all, none its owner lacks, and none that the key making the call lacks.
 * @throws AppError BAD_USER_INPUT; FORBIDDEN where the call comes through a narrower key
 */
export function assertGrantable(viewer: Viewer, owner: User, scopes: Scopes): void {
  if (isEmpty(scopes)) throw badInput({ scopes: 'A key needs at least one scope that its owner has.' });
  const lacking = names.find((name) => scopes[name] && !scopesOf(owner)[name]);
  if (lacking) throw badInput({ scopes: `The key's owner does not have the ${lacking} scope.` });
  assertCallerHas(viewer, scopes);
}

/**
 * Makes sure that no key brings about another with more scopes than its own.
 * @throws AppError FORBIDDEN
 */
export function assertCallerHas(viewer: Viewer, scopes: Scopes): void {
  if (viewer.via === 'api_key' && names.some((name) => scopes[name] && !viewer.scopes[name])) {
    throw forbidden('A key cannot grant a scope that it does not have.');
  }
}
