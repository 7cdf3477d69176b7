import type { Access } from '@/lib/config/access';
import { type CallerKind, callers } from './callers';
import type { Operation } from './operations';

type Outcome = 'OK' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND';

/** Tokens that prove nobody. */
const nobody: CallerKind[] = [
  'anonymous',
  'unknown token',
  'disabled user',
  'expired session',
  'revoked key',
  'expired key',
];

/** The callers whose token proves who they are. */
export const knownCallers = (Object.keys(callers) as CallerKind[]).filter(
  (caller) => !nobody.includes(caller),
);

/** Who is let in by each access, written out: not computed by the code under test. */
export const admitted: Record<Access, CallerKind[]> = {
  session: ['developer', 'read-only developer', 'admin', "another account's admin"],
  read: [
    'developer',
    'read-only developer',
    'admin',
    "another account's admin",
    "developer's key: read",
    "developer's key: read, write",
    "admin's key: read, write",
    "admin's key: read, admin",
  ],
  write: [
    'developer',
    'admin',
    "another account's admin",
    "developer's key: write",
    "developer's key: read, write",
    "admin's key: read, write",
    "admin's key: write, admin",
  ],
  'write:session': ['developer', 'admin', "another account's admin"],
  'admin:read': ['admin', "another account's admin", "admin's key: read, admin"],
  'admin:write': ['admin', "another account's admin", "admin's key: write, admin"],
  'admin:session': ['admin', "another account's admin"],
};

/** Callers let in who may see the developer's own records: the developer, and who acts as an admin of Acme. */
function owns(name: string, caller: CallerKind): boolean {
  if (caller === "another account's admin") return false;
  // Only the user themself.
  if (name === 'endSession') return caller === 'developer';
  if (name === 'getAccount') return true;
  return !['read-only developer', "admin's key: read, write"].includes(caller);
}

/** A caller's expected result for the operation of this name, or for a variant. */
export function expectedOutcome(name: string, { access, names }: Operation, caller: CallerKind): Outcome {
  if (
    name === 'me' &&
    ["developer's key: write", "admin's key: admin", "admin's key: write, admin"].includes(caller)
  ) {
    return 'FORBIDDEN';
  }
  if (access === 'anyone') return 'OK';
  if (nobody.includes(caller)) return 'UNAUTHENTICATED';
  if (!admitted[access].includes(caller)) return 'FORBIDDEN';
  // The key it names is the developer's: a key rotates only itself.
  if (name === 'rotateAPIKey' && caller.includes('key:')) return 'FORBIDDEN';
  return names && !owns(name, caller) ? 'NOT_FOUND' : 'OK';
}
