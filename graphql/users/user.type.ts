import { ScopesType } from '@/graphql/auth/scopes.type';
import { builder } from '@/graphql/builder';
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
    etag: t.string({ description: 'Differs whenever a field of the record does.', resolve: userEtag }),
  }),
});
