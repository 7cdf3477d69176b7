import { type Access, allows, type Caller, type Scopes } from '@/lib/config/access';
import { keyStatus, runningOverlap } from '@/lib/server/auth/key-status';
import { type AppError, forbidden, notFound, unauthenticated } from '@/lib/server/errors';
import type { ApiKey, PreviousSecret, Session, User } from '@/prisma/generated/prisma/client';
import { sameHash } from './tokens';

/** The caller of a request, as proven by the bearer token. */
export interface Viewer extends Caller {
  user: User;
  accountId: string;
  /** The scopes of the call: the person's scopes or, through a key, only the scopes that the key has too. */
  scopes: Scopes;
  /** The session or API key behind the token; the person's id without a token. */
  credentialId: string;
  /** SHA-256 (hex) of the API key's secret that the call came with; null if it came with none. */
  secretHash: string | null;
  /** Whether that is the key's previous secret, in its overlap, instead of the current one. */
  viaPreviousSecret: boolean;
}

/** The viewer of a session; null once that has ended, or for a disabled user. */
export function sessionViewer(
  session: Pick<Session, 'id' | 'expiresAt'> & { user: User },
  now: Date,
): Viewer | null {
  const { id, expiresAt, user } = session;
  // A date that can't be read ends the session, too.
  if (!(expiresAt > now) || user.status !== 'ACTIVE') return null;
  return { ...identity(user), scopes: scopesOf(user), via: 'session', credentialId: id, secretHash: null };
}

/** The parts of an API key that decide who its caller is. */
type PresentedKey = Pick<
  ApiKey,
  'id' | 'secretHash' | 'status' | 'expiresAt' | 'scopeRead' | 'scopeWrite' | 'scopeAdmin'
> & {
  user: User;
  previousSecret: Pick<PreviousSecret, 'secretHash' | 'expiresAt'> | null;
};

/**
 * The viewer of an API key, which never has more access than its owner has now. Null unless key and owner are active.
 * @param secretHash of the secret that the call came with; null is returned unless that is the current secret, or the
 *   previous one in its overlap
 */
export function keyViewer(key: PresentedKey, secretHash: string, now: Date): Viewer | null {
  const { id, user } = key;
  const previous = runningOverlap(key.previousSecret, now);
  const viaPreviousSecret = previous !== null && sameHash(previous.secretHash, secretHash);
  const opens = viaPreviousSecret || sameHash(key.secretHash, secretHash);
  if (!opens || keyStatus(key, now) !== 'ACTIVE' || user.status !== 'ACTIVE') return null;
  const scopes = {
    read: key.scopeRead && user.scopeRead,
    write: key.scopeWrite && user.scopeWrite,
    admin: key.scopeAdmin && user.scopeAdmin,
  };
  return { ...identity(user), scopes, via: 'api_key', credentialId: id, secretHash, viaPreviousSecret };
}

/** The viewer of a command on the server itself that acts for a user, as the demo seed does. */
export function operatorViewer(user: User): Viewer {
  return {
    ...identity(user),
    scopes: scopesOf(user),
    via: 'operator',
    credentialId: user.id,
    secretHash: null,
  };
}

function identity(user: User) {
  return { user, accountId: user.accountId, role: user.role, viaPreviousSecret: false };
}

/** The scopes stored on a user or key row. */
export function scopesOf(row: { scopeRead: boolean; scopeWrite: boolean; scopeAdmin: boolean }): Scopes {
  return { read: row.scopeRead, write: row.scopeWrite, admin: row.scopeAdmin };
}

/** The row columns for scopes. */
export function scopeColumns(scopes: Scopes) {
  return { scopeRead: scopes.read, scopeWrite: scopes.write, scopeAdmin: scopes.admin };
}

const allScopes: Scopes = { read: true, write: true, admin: true };
const scopeNames = Object.keys(allScopes) as (keyof Scopes)[];

const needs = (scope: keyof Scopes, viewer: Viewer, access: Access): boolean =>
  !allows({ ...viewer, scopes: { ...allScopes, [scope]: false } }, access);

/**
 * The error for a caller without the access: UNAUTHENTICATED without a valid token, otherwise FORBIDDEN. If a session
 * of an API key's owner would have the access, the message says so. If a key lacks only scopes, it names them.
 */
export function refusal(viewer: Viewer | null, access: Access): AppError {
  if (!viewer) return unauthenticated();
  const signedIn: Caller = { ...viewer, scopes: scopesOf(viewer.user), via: 'session' };
  const needsSession = access.endsWith('session') && viewer.via === 'api_key' && allows(signedIn, access);
  if (needsSession) return forbidden("This needs a signed-in session: an API key can't do it.");
  const lacking = scopeNames.filter((scope) => !viewer.scopes[scope] && needs(scope, viewer, access));
  if (viewer.via !== 'api_key' || !allows({ ...viewer, scopes: allScopes }, access)) return forbidden();
  const own = scopesOf(viewer.user);
  const who = lacking.every((scope) => own[scope]) ? 'the API key' : "the API key's owner";
  const scopes = `the scope${lacking.length === 1 ? '' : 's'} ${lacking.join(' and ')}`;
  return forbidden(`This call needs ${scopes}, which ${who} lacks.`);
}

/** @throws AppError UNAUTHENTICATED or FORBIDDEN if the viewer lacks the access */
export function authorize(viewer: Viewer | null, access: Access): asserts viewer is Viewer {
  if (!viewer || !allows(viewer, access)) throw refusal(viewer, access);
}

/**
 * Which jobs a viewer may see or change: their own, or for an admin all of the account.
 * @param accountWide the access required for another user's job
 */
export const visibleJobs = (
  viewer: Viewer,
  accountWide: Access = 'admin:read',
): { accountId: string; userId?: string } => ({
  accountId: viewer.accountId,
  ...(allows(viewer, accountWide) ? {} : { userId: viewer.user.id }),
});

/** @throws AppError NOT_FOUND, alike for an unknown id and another account's */
export function assertOwnAccount(viewer: Viewer, accountId: string): void {
  if (accountId !== viewer.accountId) throw notFound('Account');
}
