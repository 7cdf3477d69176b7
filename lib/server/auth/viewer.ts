import { type Access, allows, type Caller, type Scopes } from '@/lib/config/access';
import { forbidden, unauthenticated } from '@/lib/server/errors';
import type { User } from '@/prisma/generated/prisma/client';

/** The caller of a request, as the bearer token proved it. */
export interface Viewer extends Caller {
  user: User;
  accountId: string;
  /** What the call may use: the person's scopes, and through a key only those the key has too. */
  scopes: Scopes;
  /** The session or API key behind the token. */
  credentialId: string;
}

/** The viewer that a session of the user's makes. */
export function sessionViewer(user: User, sessionId: string): Viewer {
  return {
    user,
    accountId: user.accountId,
    role: user.role,
    scopes: scopesOf(user),
    via: 'session',
    credentialId: sessionId,
  };
}

/** The scopes stored on a user or key row. */
export function scopesOf(row: { scopeRead: boolean; scopeWrite: boolean; scopeAdmin: boolean }): Scopes {
  return { read: row.scopeRead, write: row.scopeWrite, admin: row.scopeAdmin };
}

/** The row columns for scopes. */
export function scopeColumns(scopes: Scopes) {
  return { scopeRead: scopes.read, scopeWrite: scopes.write, scopeAdmin: scopes.admin };
}

/** The error a caller without the access meets: UNAUTHENTICATED when signed out, else FORBIDDEN. */
export function refusal(viewer: Viewer | null) {
  return viewer ? forbidden() : unauthenticated();
}

/** @throws AppError UNAUTHENTICATED or FORBIDDEN where the viewer lacks the access */
export function authorize(viewer: Viewer | null, access: Access): asserts viewer is Viewer {
  if (!viewer || !allows(viewer, access)) throw refusal(viewer);
}
