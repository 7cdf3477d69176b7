import { createAccount } from '@/lib/server/account/create-account';
import { createApiKey } from '@/lib/server/api-keys/create-api-key';
import { hashPassword } from '@/lib/server/auth/passwords';
import { hashToken, newSessionToken } from '@/lib/server/auth/tokens';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/runtime/context';
import { insertUser } from '@/lib/server/users/create-user';
import type { Account, User } from '@/prisma/generated/prisma/client';

export const PASSWORD = 'correct horse battery';

/** Two accounts: Acme with people of every kind, Globex with an admin and a developer. */
export interface TestWorld {
  acme: Account;
  globex: Account;
  users: Record<'admin' | 'secondAdmin' | 'developer' | 'colleague' | 'readOnly' | 'disabled', User>;
  strangers: Record<'admin' | 'developer', User>;
}

/** Fills an empty database through the product's own write functions. */
export async function createTestWorld(ctx: ServerContext): Promise<TestWorld> {
  const passwordHash = await hashPassword(PASSWORD);
  const add = (accountId: string, email: string, options: Partial<Parameters<typeof insertUser>[4]> = {}) =>
    ctx.db.write((tx) =>
      insertUser(tx, ctx, null, accountId, {
        email,
        role: 'DEVELOPER',
        first_name: null,
        last_name: null,
        scopes: { read: true, write: true, admin: false },
        ...options,
        passwordHash,
      }),
    );
  const open = (name: string, planId: string, email: string) =>
    createAccount(ctx, { name, planId, demo: false }, { email, password: PASSWORD, first_name: 'Ada' });

  const acme = await open('Acme', 'plan_pro', 'admin@acme.example');
  const globex = await open('Globex', 'plan_starter', 'admin@globex.example');
  const disabled = await add(acme.account.id, 'disabled@acme.example');
  await ctx.db.write((tx) => tx.user.update({ where: { id: disabled.id }, data: { status: 'DISABLED' } }));
  return {
    acme: acme.account,
    globex: globex.account,
    users: {
      admin: acme.admin,
      secondAdmin: await add(acme.account.id, 'second@acme.example', { role: 'ADMIN' }),
      developer: await add(acme.account.id, 'dev@acme.example', { first_name: 'Dee', last_name: 'Veloper' }),
      colleague: await add(acme.account.id, 'colleague@acme.example'),
      readOnly: await add(acme.account.id, 'reader@acme.example', {
        scopes: { read: true, write: false, admin: false },
      }),
      disabled: { ...disabled, status: 'DISABLED' },
    },
    strangers: {
      admin: globex.admin,
      developer: await add(globex.account.id, 'dev@globex.example'),
    },
  };
}

/** A session's raw token, without the cost of a password. */
export async function sessionToken(ctx: ServerContext, user: User, expiresAt?: Date): Promise<string> {
  const token = newSessionToken(ctx);
  const now = ctx.now();
  await ctx.db.write((tx) =>
    tx.session.create({
      data: {
        id: newId(ctx, 'session'),
        userId: user.id,
        tokenHash: hashToken(token),
        userAgent: null,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: expiresAt ?? new Date(now.getTime() + 86_400_000),
      },
    }),
  );
  return token;
}

/** An API key of the user's own with exactly these scopes. */
export function keyOf(
  ctx: ServerContext,
  user: User,
  scopes: ('read' | 'write' | 'admin')[],
  expires?: string,
) {
  return createApiKey(
    ctx,
    operatorViewer(user),
    {},
    {
      scopes: Object.fromEntries(scopes.map((scope) => [scope, true])),
      expires_at: expires ?? null,
    },
  );
}
