import {
  AccountPlanType,
  AmountOwedType,
  BillingProfileInput,
  BillingProfileType,
  InvoiceStatusType,
  InvoiceType,
} from '@/graphql/billing/billing.types';
import { builder } from '@/graphql/builder';
import { etagArg, pageArgs, partPage } from '@/graphql/shared-args';
import { plans } from '@/lib/config/plans';
import { getBillingProfile, updateBillingProfile } from '@/lib/server/billing/billing-profile';
import { amountsOwed, getInvoice, listInvoices } from '@/lib/server/billing/invoices';
import { listPlans } from '@/lib/server/billing/plans';

builder.queryFields((t) => ({
  amountsOwed: t.withAuth({ access: 'admin:read' }).field({
    type: [AmountOwedType],
    // Every invoice so far is in US dollars.
    extensions: { rows: 1 },
    description: 'The sums of the open invoices, one per currency; empty if nothing is owed.',
    args: { accountId: t.arg.id({ required: true }) },
    resolve: (_root, { accountId }, ctx) => amountsOwed(ctx, ctx.viewer, accountId),
  }),
  getBillingProfile: t.withAuth({ access: 'admin:read' }).field({
    type: BillingProfileType,
    nullable: true,
    description: 'Null where the account has none on file.',
    args: { accountId: t.arg.id({ required: true }) },
    resolve: (_root, { accountId }, ctx) => getBillingProfile(ctx, ctx.viewer, accountId),
  }),
  getInvoice: t.withAuth({ access: 'admin:read' }).field({
    type: InvoiceType,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getInvoice(ctx, ctx.viewer, id),
  }),
  listAccountPlans: t.withAuth({ access: 'read' }).field({
    type: [AccountPlanType],
    extensions: { rows: plans.length },
    description: 'The plans on offer, cheapest first.',
    resolve: (_root, _args, ctx) => listPlans(ctx, ctx.viewer),
  }),
  listInvoices: t.withAuth({ access: 'admin:read' }).field({
    type: [InvoiceType],
    description: 'The invoices of the account, newest period first.',
    args: {
      accountId: t.arg.id({ required: true }),
      ...pageArgs,
      status: t.arg({ type: InvoiceStatusType }),
      overdue: t.arg.boolean({
        description: 'True: only open ones past their due date; false: only the others.',
      }),
      search: t.arg.string({ description: "Part of an invoice's number." }),
    },
    resolve: (_root, { accountId, ...args }, ctx) => listInvoices(ctx, ctx.viewer, accountId, partPage(args)),
  }),
}));

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
