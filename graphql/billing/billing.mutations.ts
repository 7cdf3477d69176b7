import { BillingProfileInput, BillingProfileType } from '@/graphql/billing/billing-profile.type';
import { builder } from '@/graphql/builder';
import { updateBillingProfile } from '@/lib/server/billing/update-billing-profile';

builder.mutationFields((t) => ({
  updateBillingProfile: t.withAuth({ access: 'admin:write' }).field({
    type: BillingProfileType,
    description: 'Invoices keep the billing details they were issued with.',
    args: {
      accountId: t.arg.id({ required: true }),
      updates: t.arg({ type: BillingProfileInput, required: true }),
    },
    resolve: (_root, { accountId, updates }, ctx) =>
      updateBillingProfile(ctx, ctx.viewer, accountId, updates),
  }),
}));
