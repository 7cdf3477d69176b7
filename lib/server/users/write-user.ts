import type { Scopes } from '@/lib/config/access';
import { changesBetween, recordAudit } from '@/lib/server/audit/record-audit';
import { scopeColumns, scopesOf, type Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import { conflict } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { User } from '@/prisma/generated/prisma/client';
import { sortName } from './user-names';

/** The fields of a user that a person may change; a missing field (or a null email, role or scopes) stays. */
interface UserFields {
  email?: string | null;
  role?: User['role'] | null;
  first_name?: string | null;
  last_name?: string | null;
  scopes?: Scopes | null;
}

/**
 * Writes the fields that differ, with an audit event; writes nothing if none differs.
 * @param details of that event
 * @throws AppError CONFLICT if the email address is taken
 */
export async function writeUser(
  tx: Queries,
  ctx: ServerContext,
  viewer: Viewer,
  user: User,
  fields: UserFields,
  details: Record<string, number> = {},
): Promise<User> {
  if (fields.email) await assertEmailIsFree(tx, fields.email, user.id);
  const before = {
    email: user.email,
    role: user.role,
    first_name: user.firstName,
    last_name: user.lastName,
    scopes: { ...scopesOf(user) },
  };
  const after = {
    email: fields.email ?? user.email,
    role: fields.role ?? user.role,
    first_name: fields.first_name === undefined ? user.firstName : fields.first_name,
    last_name: fields.last_name === undefined ? user.lastName : fields.last_name,
    scopes: { ...(fields.scopes ?? scopesOf(user)) },
  };
  const changes = changesBetween(before, after);
  if (!changes) return user;
  const identity = { email: after.email, firstName: after.first_name, lastName: after.last_name };
  const updated = await tx.user.update({
    where: { id: user.id },
    data: {
      ...identity,
      sortName: sortName(identity),
      role: after.role,
      ...scopeColumns(after.scopes),
      updatedAt: ctx.now(),
    },
  });
  await recordAudit(tx, ctx, {
    action: 'user.update',
    actor: viewer,
    accountId: user.accountId,
    entityId: user.id,
    changes,
    details,
  });
  return updated;
}

/**
 * Ensures that no other user, of any account, has the email address.
 * @throws AppError CONFLICT
 */
export async function assertEmailIsFree(tx: Queries, email: string, exceptUserId?: string): Promise<void> {
  const holder = await tx.user.findUnique({ where: { email }, select: { id: true } });
  if (holder && holder.id !== exceptUserId) throw conflict('A user with this email already exists.');
}

/**
 * Ensures that, if this user is an active admin, the account has another active admin with read and write access.
 * @throws AppError CONFLICT
 */
export async function assertNotLastAdmin(
  tx: Queries,
  user: User,
  change: 'be disabled' | 'be made a developer' | 'lose read or write',
): Promise<void> {
  if (user.role !== 'ADMIN' || user.status !== 'ACTIVE') return;
  const { accountId } = user;
  const others = await tx.user.count({
    where: {
      accountId,
      role: 'ADMIN',
      status: 'ACTIVE',
      scopeRead: true,
      scopeWrite: true,
      id: { not: user.id },
    },
  });
  if (others === 0) {
    throw conflict(`The last active admin of an account can't ${change}. Make another user an admin first.`);
  }
}
