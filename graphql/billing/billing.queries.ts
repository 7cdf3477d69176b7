import { AccountPlanType } from '@/graphql/billing/account-plan.type';
import { AmountOwedType } from '@/graphql/billing/amount-owed.type';
import { BillingProfileType } from '@/graphql/billing/billing-profile.type';
import { InvoiceStatusType, InvoiceType } from '@/graphql/billing/invoice.type';
import { builder } from '@/graphql/builder';
import { pageArgs, partPage } from '@/graphql/page-args';
import { plans } from '@/lib/config/plans';
import { amountsOwed } from '@/lib/server/billing/amounts-owed';
import { getBillingProfile } from '@/lib/server/billing/billing-profile';
import { getInvoice, listInvoices } from '@/lib/server/billing/list-invoices';
import { listPlans } from '@/lib/server/billing/list-plans';

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
