import { ScopesType } from '@/graphql/auth/scopes.type';
import { builder } from '@/graphql/builder';
import { temporaryPasswordExpiry } from '@/lib/rules/temporary-password';
import { accountName } from '@/lib/server/account/account-name';
import { scopesOf } from '@/lib/server/auth/viewer';
import { userEtag } from '@/lib/server/users/find-user';
import type { User } from '@/prisma/generated/prisma/client';

export const RoleType = builder.enumType('Role', { values: ['DEVELOPER', 'ADMIN'] as const });
export const UserStatusType = builder.enumType('UserStatus', { values: ['ACTIVE', 'DISABLED'] as const });

export const UserType = builder.objectRef<User>('User').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email'),
    role: t.expose('role', { type: RoleType }),
    status: t.expose('status', { type: UserStatusType }),
    first_name: t.exposeString('firstName', { nullable: true }),
    last_name: t.exposeString('lastName', { nullable: true }),
    account_id: t.exposeID('accountId'),
    account_name: t.string({ resolve: ({ accountId }, _args, ctx) => accountName(ctx, accountId) }),
    scopes: t.field({ type: ScopesType, resolve: scopesOf }),
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
    last_sign_in_at: t.expose('lastSignInAt', {
      type: 'EpochMillis',
      nullable: true,
      description: 'Null: the user has never signed in, so the invitation is pending.',
    }),
    last_active_at: t.expose('lastActiveAt', {
      type: 'EpochMillis',
      nullable: true,
      description:
        "The last use of any of the user's sessions, to the minute; calls with API keys don't count. Null: never.",
    }),
    temporary_password_expires_at: t.field({
      type: 'EpochMillis',
      nullable: true,
      description:
        "When the user's temporary password expires: 14 days after it was issued or last used to sign in. Null: the user has chosen the password.",
      resolve: temporaryPasswordExpiry,
    }),
    etag: t.string({
      description: "Differs whenever a field that can be changed does; sign-ins and activity don't count.",
      resolve: userEtag,
    }),
  }),
});
