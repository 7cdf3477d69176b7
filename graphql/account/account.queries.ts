import { AccountType } from '@/graphql/account/account.type';
import { builder } from '@/graphql/builder';
import { getAccount } from '@/lib/server/account/get-account';

builder.queryFields((t) => ({
  getAccount: t.withAuth({ access: 'read' }).field({
    type: AccountType,
    description: "The caller's account.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getAccount(ctx, ctx.viewer, id),
  }),
}));
