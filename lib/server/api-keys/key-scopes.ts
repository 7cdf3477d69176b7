import type { Scopes } from '@/lib/config/access';
import { scopesOf } from '@/lib/server/auth/viewer';
import { badInput } from '@/lib/server/errors';
import type { User } from '@/prisma/generated/prisma/client';

const names = ['read', 'write', 'admin'] as const;

/**
 * Ensures that a key gets at least one scope, and none that its owner lacks.
 * @throws AppError BAD_USER_INPUT
 */
export function assertGrantable(owner: User, scopes: Scopes): void {
  const granted = names.filter((name) => scopes[name]);
  if (granted.length === 0) throw badInput({ scopes: 'A key needs at least one scope that its owner has.' });
  const lacking = granted.find((name) => !scopesOf(owner)[name]);
  if (lacking) throw badInput({ scopes: `The key's owner doesn't have the ${lacking} scope.` });
}
