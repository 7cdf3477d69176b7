import { builder } from '@/graphql/builder';
import { etagArg, pageArgs, partPage } from '@/graphql/shared-args';
import { authorize } from '@/lib/server/auth/viewer';
import { createUser } from '@/lib/server/users/create-user';
import { getUser } from '@/lib/server/users/find-user';
import { getUserAccess } from '@/lib/server/users/get-user-access';
import { listUsers } from '@/lib/server/users/list-users';
import { resetUserPassword } from '@/lib/server/users/reset-user-password';
import { disableUser, enableUser, updateMyProfile, updateUser } from '@/lib/server/users/update-user';
import {
  RoleType,
  ScopesInput,
  TemporaryPasswordType,
  UserAccessType,
  UserStatusType,
  UserType,
} from './users.types';

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

const UserUpdates = builder.inputType('UserUpdates', {
  description: 'A field left out stays as it is.',
  fields: (t) => ({
    first_name: t.string(),
    last_name: t.string(),
    email: t.string(),
    role: t.field({ type: RoleType }),
    scopes: t.field({ type: ScopesInput }),
  }),
});

builder.mutationFields((t) => ({
  updateMyProfile: t.withAuth({ access: 'write' }).field({
    type: UserType,
    description:
      "Changes the caller's own record. A new password ends the caller's other sessions. A new email or password takes a session; an API key can change the name.",
    args: {
      email: t.arg.string(),
      first_name: t.arg.string(),
      last_name: t.arg.string(),
      password: t.arg.string({ description: '8 to 256 characters.' }),
    },
    resolve: (_root, args, ctx) => updateMyProfile(ctx, ctx.viewer, args),
  }),
  createUser: t.withAuth({ access: 'admin:session' }).field({
    type: UserType,
    description: 'Adds a user. The password is temporary; the admin shares it with the user.',
    args: {
      email: t.arg.string({ required: true }),
      password: t.arg.string({ required: true }),
      role: t.arg({ type: RoleType, description: 'Default: DEVELOPER.' }),
      accountId: t.arg.id({ required: true }),
      first_name: t.arg.string(),
      last_name: t.arg.string(),
      scopes: t.arg({ type: ScopesInput, description: 'Default: read and write.' }),
    },
    resolve: (_root, { accountId, ...input }, ctx) => createUser(ctx, ctx.viewer, accountId, input),
  }),
  updateUser: t.withAuth({ access: 'admin:session' }).field({
    type: UserType,
    args: {
      id: t.arg.id({ required: true }),
      updates: t.arg({ type: UserUpdates, required: true }),
      ...etagArg,
    },
    resolve: (_root, { id, updates, etag }, ctx) => updateUser(ctx, ctx.viewer, id, updates, etag),
  }),
  resetUserPassword: t.withAuth({ access: 'admin:session' }).field({
    type: TemporaryPasswordType,
    description:
      "Gives a user a new temporary password, which the admin shares, and ends the user's sessions.",
    args: { userId: t.arg.id({ required: true }), ...etagArg },
    resolve: (_root, { userId, etag }, ctx) => resetUserPassword(ctx, ctx.viewer, userId, etag),
  }),
  disableUser: t.withAuth({ access: 'admin:write' }).field({
    type: UserType,
    description: "Ends the user's sessions and stops the user's keys at once.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => disableUser(ctx, ctx.viewer, id),
  }),
  enableUser: t.withAuth({ access: 'admin:session' }).field({
    type: UserType,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => enableUser(ctx, ctx.viewer, id),
  }),
}));
