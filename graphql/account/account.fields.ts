import { AccountPlanType } from '@/graphql/billing/billing.types';
import { builder } from '@/graphql/builder';
import { etagArg } from '@/graphql/shared-args';
import { usageAlertPercents } from '@/lib/config/plans';
import { cancelSubscription, updateAccount, updateUsageAlerts } from '@/lib/server/account/change-account';
import { type AccountWithPlan, accountEtag, getAccount } from '@/lib/server/account/find-account';
import { type LongerRetention, longerRetention } from '@/lib/server/audit/prune-audit';
import { chosenAlerts } from '@/lib/server/usage/raise-usage-alerts';

const AccountStatusType = builder.enumType('AccountStatus', { values: ['ACTIVE', 'CANCELED'] as const });

const LongerAuditRetentionType = builder.objectRef<LongerRetention>('LongerAuditRetention').implement({
  fields: (t) => ({
    days: t.expose('days', { type: 'Count' }),
    until: t.expose('until', { type: 'EpochMillis' }),
  }),
});

export const AccountType = builder.objectRef<AccountWithPlan>('Account').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    account_name: t.exposeString('name'),
    account_plan_id: t.exposeID('planId'),
    plan: t.expose('plan', { type: AccountPlanType }),
    settings: t.expose('settings', { type: 'JSON', nullable: true }),
    status: t.expose('status', { type: AccountStatusType }),
    usage_alerts: t.intList({
      extensions: { rows: usageAlertPercents.length },
      description:
        "The percentages of the period's limit at which an alert is raised, ascending: of 50, 80 and 100. Empty if there are none.",
      resolve: (account) => [...chosenAlerts(account)],
    }),
    longerAuditRetention: t.withAuth({ access: 'admin:read' }).field({
      type: LongerAuditRetentionType,
      nullable: true,
      description:
        "After a change of plan, how many days audit events are still kept, and until when; null if the plan's own retention applies.",
      resolve: (account, _args, ctx) => longerRetention(ctx.db.prisma, account, ctx.now()),
    }),
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
    etag: t.string({ description: 'Differs whenever a field of the record does.', resolve: accountEtag }),
  }),
});

builder.queryFields((t) => ({
  getAccount: t.withAuth({ access: 'read' }).field({
    type: AccountType,
    description: "The caller's account.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getAccount(ctx, ctx.viewer, id),
  }),
}));

const AccountUpdates = builder.inputType('AccountUpdates', {
  description: 'A field left out stays as it is.',
  fields: (t) => ({
    account_name: t.string(),
    account_plan_id: t.id({ description: 'Choosing a plan makes a canceled account active again.' }),
    settings: t.field({ type: 'JSON', description: 'A JSON object; replaces the one there is.' }),
  }),
});

const CancelSubscriptionResult = builder.objectRef<AccountWithPlan>('CancelSubscriptionResult').implement({
  fields: (t) => ({
    success: t.boolean({ resolve: (account) => account.status === 'CANCELED' }),
    account: t.field({ type: AccountType, resolve: (account) => account }),
  }),
});

builder.mutationFields((t) => ({
  updateAccount: t.withAuth({ access: 'admin:write' }).field({
    type: AccountType,
    args: {
      id: t.arg.id({ required: true }),
      updates: t.arg({ type: AccountUpdates, required: true }),
      ...etagArg,
    },
    resolve: (_root, { id, updates, etag }, ctx) => updateAccount(ctx, ctx.viewer, id, updates, etag),
  }),
  updateUsageAlerts: t.withAuth({ access: 'admin:write' }).field({
    type: AccountType,
    description: "Chooses the percentages of the period's limit at which an alert is raised.",
    args: {
      accountId: t.arg.id({ required: true }),
      percents: t.arg.intList({
        required: true,
        description: 'Any of 50, 80 and 100; an empty list for no alerts. It replaces the choice there is.',
      }),
      ...etagArg,
    },
    resolve: (_root, { accountId, percents, etag }, ctx) =>
      updateUsageAlerts(ctx, ctx.viewer, accountId, percents, etag),
  }),
  cancelSubscription: t.withAuth({ access: 'admin:write' }).field({
    type: CancelSubscriptionResult,
    description: 'Sets the account CANCELED and keeps everything readable.',
    args: { accountId: t.arg.id({ required: true }), ...etagArg },
    resolve: (_root, { accountId, etag }, ctx) => cancelSubscription(ctx, ctx.viewer, accountId, etag),
  }),
}));
