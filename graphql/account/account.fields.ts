import { builder } from '@/graphql/builder';
import { etagArg } from '@/graphql/shared-args';
import { usageAlertPercents } from '@/lib/config/plans';
import { cancelSubscription } from '@/lib/server/account/cancel-subscription';
import type { AccountWithPlan } from '@/lib/server/account/find-account';
import { updateAccount } from '@/lib/server/account/update-account';
import { updateUsageAlerts } from '@/lib/server/account/update-usage-alerts';
import { AccountType } from './account.type';

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
