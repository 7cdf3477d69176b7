import { type Access, allows } from '@/lib/config/access';
import { withOwner } from '@/lib/server/api-keys/find-api-key';
import { keyViewer, operatorViewer, refusal, sessionViewer, type Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';

/**
 * Runs a viewer's write as one transaction, in which the viewer is read again. While the call waited, another one may
 * have disabled the user, ended the session, revoked the key, ended its secret or removed a scope.
 * @param work gets the current viewer; touches the viewer's account only
 * @param options.amongAccounts for work that compares the account with others, such as an email address that only one
 *   user may have
 * @throws AppError UNAUTHENTICATED or FORBIDDEN if the viewer no longer has the access
 */
export function writeAs<T>(
  ctx: ServerContext,
  viewer: Viewer,
  access: Access,
  work: (tx: Queries, viewer: Viewer) => Promise<T>,
  { amongAccounts = false } = {},
): Promise<T> {
  return ctx.db.write(
    async (tx) => {
      const present = await readAgain(tx, viewer, ctx.now());
      if (!present || !allows(present, access)) throw refusal(present, access);
      return work(tx, present);
    },
    amongAccounts ? {} : { accountId: viewer.accountId },
  );
}

async function readAgain(
  tx: Queries,
  { via, credentialId: id, secretHash, user }: Viewer,
  now: Date,
): Promise<Viewer | null> {
  switch (via) {
    case 'session': {
      const session = await tx.session.findUnique({ where: { id }, include: { user: true } });
      return session && sessionViewer(session, now);
    }
    case 'api_key': {
      const key = await tx.apiKey.findUnique({ where: { id }, include: withOwner });
      return key && secretHash !== null ? keyViewer(key, secretHash, now) : null;
    }
    case 'operator': {
      const person = await tx.user.findUnique({ where: { id: user.id } });
      return person?.status === 'ACTIVE' ? operatorViewer(person) : null;
    }
  }
}
