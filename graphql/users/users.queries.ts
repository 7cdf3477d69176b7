import { builder } from '@/graphql/builder';
import { pageArgs, partPage } from '@/graphql/shared-args';
import { RoleType, UserAccessType, UserStatusType, UserType } from '@/graphql/users/users.types';
import { authorize } from '@/lib/server/auth/viewer';
import { getUser } from '@/lib/server/users/find-user';
import { getUserAccess } from '@/lib/server/users/get-user-access';
import { listUsers } from '@/lib/server/users/list-users';

const UserSortType = builder.enumType('UserSort', {
  values: {
    CREATED: { description: 'When they were added.' },
    EMAIL: {},
    NAME: { description: 'First name, then last name, or the email address if there is no name.' },
    ROLE: {},
    STATUS: {},
  } as const,
});

builder.queryFields((t) => ({
  me: t.field({
    type: UserType,
    nullable: true,
    description: 'The caller; null for a caller without a valid session or key.',
    authScopes: { anyone: true },
    resolve: (_root, _args, { viewer }) => {
      if (!viewer) return null;
      authorize(viewer, 'read');
      return viewer.user;
    },
  }),
  listUsers: t.withAuth({ access: 'admin:read' }).field({
    type: [UserType],
    description: 'The users of the account, newest first unless `sort` says otherwise.',
    args: {
      accountId: t.arg.id({ required: true }),
      ...pageArgs,
      search: t.arg.string({ description: 'Part of an email address or of the name.' }),
      role: t.arg({ type: RoleType }),
      status: t.arg({ type: UserStatusType }),
      signed_in: t.arg.boolean({
        description: 'False: users whose invitation is pending; true: those who have signed in.',
      }),
      sort: t.arg({ type: UserSortType, description: 'Default: CREATED.' }),
      descending: t.arg.boolean({
        description: 'By default, newest first for CREATED, and from A to Z otherwise.',
      }),
    },
    resolve: (_root, { accountId, signed_in, ...args }, ctx) =>
      listUsers(ctx, ctx.viewer, accountId, { ...partPage(args), signedIn: signed_in }),
  }),
  getUser: t.withAuth({ access: 'admin:read' }).field({
    type: UserType,
    description: 'One user of the account.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getUser(ctx, ctx.viewer, id),
  }),
  getUserAccess: t.withAuth({ access: 'admin:read' }).field({
    type: UserAccessType,
    description: 'What disabling a user would stop now, and when the user was last at work.',
    args: { userId: t.arg.id({ required: true }) },
    resolve: (_root, { userId }, ctx) => getUserAccess(ctx, ctx.viewer, userId),
  }),
}));
