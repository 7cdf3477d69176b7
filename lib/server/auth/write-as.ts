import { type Access, allows } from '@/lib/config/access';
import { findKey, findSession } from '@/lib/server/auth/find-credential';
import { keyViewer, operatorViewer, refusal, sessionViewer, type Viewer } from '@/lib/server/auth/viewer';
import { type Queries, type SqlQueries, sqlIn } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { Prisma, type User } from '@/prisma/generated/prisma/client';

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
    async (tx) => work(tx, await reauthorize(tx, ctx, viewer, access)),
    amongAccounts ? {} : { accountId: viewer.accountId },
  );
}

/**
 * The viewer as it is now, read in the transaction of its write.
 * @throws AppError UNAUTHENTICATED or FORBIDDEN if the viewer no longer has the access
 */
export async function reauthorize(
  tx: SqlQueries,
  { now }: Pick<ServerContext, 'now'>,
  viewer: Viewer,
  access: Access,
): Promise<Viewer> {
  const present = await presentViewer(tx, viewer, now());
  if (!present || !allows(present, access)) throw refusal(present, access);
  return present;
}

/** The viewer as it is now; null if the session, key or user has ended since. */
export async function presentViewer(
  tx: SqlQueries,
  { via, credentialId: id, secretHash, user }: Viewer,
  now: Date,
): Promise<Viewer | null> {
  const rows = sqlIn(tx);
  switch (via) {
    case 'session': {
      const session = await findSession(rows, { id });
      return session && sessionViewer(session, now);
    }
    case 'api_key': {
      const key = secretHash === null ? null : await findKey(rows, secretHash);
      return key?.id === id && secretHash !== null ? keyViewer(key, secretHash, now) : null;
    }
    case 'operator': {
      const [person] = await rows<User>(Prisma.sql`SELECT * FROM "User" WHERE "id" = ${user.id}`);
      return person?.status === 'ACTIVE' ? operatorViewer(person) : null;
    }
  }
}
