import { builder } from '@/graphql/builder';
import type { Scopes } from '@/lib/config/access';
import { temporaryPasswordExpiry } from '@/lib/rules/temporary-password';
import { accountName } from '@/lib/server/account/find-account';
import { scopesOf } from '@/lib/server/auth/viewer';
import { userEtag } from '@/lib/server/users/find-user';
import type { UserAccess } from '@/lib/server/users/get-user-access';
import type { TemporaryPassword } from '@/lib/server/users/reset-user-password';
import type { User } from '@/prisma/generated/prisma/client';

export const ScopesType = builder.objectRef<Scopes>('Scopes').implement({
  fields: (t) => ({
    read: t.exposeBoolean('read'),
    write: t.exposeBoolean('write'),
    admin: t.exposeBoolean('admin'),
  }),
});

export const ScopesInput = builder.inputType('ScopesInput', {
  description: 'A flag left out counts as false; clients send only the flags that are true.',
  fields: (t) => ({ read: t.boolean(), write: t.boolean(), admin: t.boolean() }),
});

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

export const TemporaryPasswordType = builder.objectRef<TemporaryPassword>('TemporaryPassword').implement({
  fields: (t) => ({
    user: t.expose('user', { type: UserType }),
    password: t.exposeString('password', { description: 'Readable in this one response.' }),
    sessions_ended: t.expose('sessionsEnded', {
      type: 'Count',
      description: "The user's sessions that were open.",
    }),
  }),
});

export const UserAccessType = builder.objectRef<UserAccess>('UserAccess').implement({
  description: 'What a user reaches the account by.',
  fields: (t) => ({
    activeKeys: t.expose('activeKeys', {
      type: 'Count',
      description: 'API keys that work now, and stop with the user.',
    }),
    activeSessions: t.expose('activeSessions', {
      type: 'Count',
      description: 'Sessions that are open now, and end with the user.',
    }),
    openJobs: t.expose('openJobs', {
      type: 'Count',
      description: "The user's jobs that haven't ended, and are canceled with the user.",
    }),
    last_used_at: t.expose('lastUsedAt', {
      type: 'EpochMillis',
      nullable: true,
      description: 'The last use of any session or key there is, to the minute; null: never.',
    }),
  }),
});
