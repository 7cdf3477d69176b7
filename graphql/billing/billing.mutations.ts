import { BillingProfileInput, BillingProfileType } from '@/graphql/billing/billing-profile.type';
import { builder } from '@/graphql/builder';
import { etagArg } from '@/graphql/etag-arg';
import { updateBillingProfile } from '@/lib/server/billing/update-billing-profile';

builder.mutationFields((t) => ({
  updateBillingProfile: t.withAuth({ access: 'admin:write' }).field({
    type: BillingProfileType,
    description:
      'Invoices keep the billing details they were issued with. An empty `etag` says that there was none on file.',
    args: {
      accountId: t.arg.id({ required: true }),
      updates: t.arg({ type: BillingProfileInput, required: true }),
      ...etagArg,
    },
    resolve: (_root, { accountId, updates, etag }, ctx) =>
      updateBillingProfile(ctx, ctx.viewer, accountId, updates, etag),
  }),
}));
