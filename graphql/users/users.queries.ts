import { builder } from '@/graphql/builder';
import { pageArgs, partPage } from '@/graphql/page-args';
import { RoleType, UserStatusType, UserType } from '@/graphql/users/user.type';
import { authorize } from '@/lib/server/auth/viewer';
import { listUsers } from '@/lib/server/users/list-users';

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
    description: 'The users of the account, newest first.',
    args: {
      accountId: t.arg.id({ required: true }),
      ...pageArgs,
      search: t.arg.string({ description: 'Part of an e-mail address, first or last name.' }),
      role: t.arg({ type: RoleType }),
      status: t.arg({ type: UserStatusType }),
    },
    resolve: (_root, { accountId, ...args }, ctx) => listUsers(ctx, ctx.viewer, accountId, partPage(args)),
  }),
}));
