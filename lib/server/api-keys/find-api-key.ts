import { type Access, allows, type Scopes } from '@/lib/config/access';
import { keyStatus } from '@/lib/server/auth/key-status';
import { authorize, scopesOf, type Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import { badInput, conflict, forbidden, notFound } from '@/lib/server/errors';
import { etagOf } from '@/lib/server/etag';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { ApiKey, PreviousSecret, User } from '@/prisma/generated/prisma/client';

/** A key with its owner and its previous secret as stored, which may have ended. */
export type OwnedKey = ApiKey & {
  user: Pick<User, 'firstName' | 'lastName' | 'status'>;
  previousSecret: PreviousSecret | null;
};

/** The relations that make a key an `OwnedKey`. */
export const withOwner = { user: true, previousSecret: true } as const;

/**
 * A key the viewer may manage: their own, or any of the account for an admin.
 * @param accountWide the access required to find another user's key
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

/**
 * One key: the caller's own, or for an admin any of the account.
 * @throws AppError NOT_FOUND
 */
export async function getApiKey(ctx: ServerContext, viewer: Viewer, id: string): Promise<OwnedKey> {
  authorize(viewer, 'read');
  return findApiKey(ctx.db.prisma, viewer, id, 'admin:read');
}

/**
 * The entity tag of a key. It covers the secret, because a rotation can happen to leave the hint the same. It doesn't
 * cover the last use, or a busy key could never be changed. Nor does it cover the previous secret: it comes with a
 * rotation, and its end undoes no change.
 */
export function keyEtag(key: ApiKey): string {
  const { name, status, expiresAt, secretHash } = key;
  return etagOf({ name, status, expiresAt, secretHash, scopes: scopesOf(key) });
}

interface PreviousSecretUse {
  calls: number;
  lastUsedAt: Date | null;
}

/** The uses of an old secret since its rotation: the stored uses plus uses that this process hasn't written yet. */
export function previousSecretUse(
  { previousSecretCalls }: Pick<ServerContext, 'previousSecretCalls'>,
  { secretHash, calls, lastUsedAt }: PreviousSecret,
): PreviousSecretUse {
  const more = previousSecretCalls.unwritten(secretHash);
  return more ? { calls: calls + more.calls, lastUsedAt: more.lastUsedAt } : { calls, lastUsedAt };
}

/** @throws AppError CONFLICT that names the key's status */
export function assertActive(key: ApiKey, now: Date): void {
  const status = keyStatus(key, now);
  if (status === 'REVOKED') throw conflict('This key is revoked. Reactivate it first.');
  if (status === 'EXPIRED') throw conflict('This key has expired. Create a new one.');
}

/**
 * Ensures that a key's old secret can't manage keys. It may have leaked, so it mustn't outlive its overlap by rotating
 * the key, or revoke the key whose new secret has just replaced it.
 * @throws AppError FORBIDDEN
 */
export function assertPresentSecret(viewer: Viewer): void {
  if (viewer.viaPreviousSecret)
    throw forbidden("This secret is being replaced: use the key's new one to manage keys.");
}

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
