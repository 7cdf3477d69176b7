import { builder } from '@/graphql/builder';
import { etagArg } from '@/graphql/shared-args';
import { RoleType, ScopesInput, TemporaryPasswordType, UserType } from '@/graphql/users/users.types';
import { createUser } from '@/lib/server/users/create-user';
import { resetUserPassword } from '@/lib/server/users/reset-user-password';
import { updateMyProfile, updateUser } from '@/lib/server/users/update-user';
import { disableUser, enableUser } from '@/lib/server/users/user-status';

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
