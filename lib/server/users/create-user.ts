import type { z } from 'zod';
import { type Actor, recordAudit } from '@/lib/server/audit/record-audit';
import { hashPassword } from '@/lib/server/auth/passwords';
import { assertOwnAccount, authorize, scopeColumns, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import type { Queries } from '@/lib/server/database/database';
import { newId } from '@/lib/server/ids';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { newUserInput } from '@/lib/validation/users';
import type { User } from '@/prisma/generated/prisma/client';
import { sortName } from './user-names';
import { assertEmailIsFree } from './write-user';

/**
 * Adds a user with a temporary password to the admin's account. An admin always carries the admin scope.
 * @throws AppError FORBIDDEN through an API key; BAD_USER_INPUT; CONFLICT if the email address is taken; NOT_FOUND
 *   for another account
 */
export async function createUser(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  input: z.input<typeof newUserInput>,
): Promise<User> {
  authorize(viewer, 'admin:session');
  assertOwnAccount(viewer, accountId);
  const fields = parseInput(newUserInput, input);
  const passwordHash = await hashPassword(fields.password);
  return writeAs(
    ctx,
    viewer,
    'admin:session',
    (tx, viewer) =>
      insertUser(tx, ctx, viewer, accountId, { ...fields, passwordHash, temporaryPasswordAt: ctx.now() }),
    { amongAccounts: true },
  );
}

/**
 * Inserts a checked user and its audit event. Users are created nowhere else.
 * @param fields.temporaryPasswordAt when the password was issued; missing if its owner has chosen it
 */
export async function insertUser(
  tx: Queries,
  ctx: ServerContext,
  actor: Actor,
  accountId: string,
  fields: Omit<z.output<typeof newUserInput>, 'password'> & {
    passwordHash: string;
    temporaryPasswordAt?: Date;
  },
): Promise<User> {
  await assertEmailIsFree(tx, fields.email);
  const now = ctx.now();
  const scopes = { ...fields.scopes, admin: fields.scopes.admin || fields.role === 'ADMIN' };
  const identity = {
    email: fields.email,
    firstName: fields.first_name ?? null,
    lastName: fields.last_name ?? null,
  };
  const user = await tx.user.create({
    data: {
      id: newId(ctx, 'user'),
      accountId,
      ...identity,
      sortName: sortName(identity),
      passwordHash: fields.passwordHash,
      temporaryPasswordAt: fields.temporaryPasswordAt ?? null,
      role: fields.role,
      status: 'ACTIVE',
      ...scopeColumns(scopes),
      createdAt: now,
      updatedAt: now,
    },
  });
  await recordAudit(tx, ctx, {
    action: 'user.create',
    actor,
    accountId,
    entityId: user.id,
    details: { email: user.email, role: user.role, scopes },
  });
  return user;
}
