import { builder } from '@/graphql/builder';
import { dollars } from '@/graphql/money';
import type { AccountDashboardStats } from '@/lib/server/usage/account-dashboard-stats';
import type { accountOverview } from '@/lib/server/usage/account-overview';
import type { TopEntry } from '@/lib/server/usage/top-usage';
import type { UsageBucket } from '@/lib/server/usage/usage-series';
import type { UsageTotals } from '@/lib/server/usage/usage-totals';

export const UsageRecordType = builder.objectRef<UsageBucket>('UsageRecord').implement({
  description: 'One UTC day of metered work (or a week from Monday, or a month), named by its first day.',
  fields: (t) => ({
    date: t.expose('day', { type: 'Date' }),
    requestCount: t.expose('executions', { type: 'Count' }),
    totalTokens: t.expose('tokens', { type: 'Count' }),
    totalCost: t.float({ description: 'US dollars.', resolve: (bucket) => dollars(bucket.costMicros) }),
  }),
});

export const UserDashboardStatsType = builder.objectRef<UsageTotals>('UserDashboardStats').implement({
  fields: (t) => ({
    totalExecutions: t.expose('executions', { type: 'Count', description: 'This calendar month (UTC).' }),
    estimatedCost: t.float({
      description: 'US dollars, this calendar month.',
      resolve: (totals) => dollars(totals.costMicros),
    }),
    successRate: t.float({
      description: 'Percent, 0 to 100.',
      resolve: ({ executions, succeeded }) => (executions === 0 ? 0 : (100 * succeeded) / executions),
    }),
  }),
});

export const TopTemplateByUserType = builder.objectRef<TopEntry>('TopTemplateByUser').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    totalExecutions: t.expose('executions', { type: 'Count' }),
  }),
});

export const TopTemplateType = builder.objectRef<TopEntry>('TopTemplate').implement({
  fields: (t) => ({
    templateId: t.exposeID('id'),
    name: t.exposeString('name'),
    totalExecutions: t.expose('executions', { type: 'Count' }),
  }),
});

export const TopUserType = builder.objectRef<TopEntry>('TopUser').implement({
  fields: (t) => ({
    userId: t.exposeID('id'),
    userName: t.exposeString('name', { description: 'First and last name, else the e-mail address.' }),
    totalExecutions: t.expose('executions', { type: 'Count' }),
  }),
});

export const AccountOverviewType = builder
  .objectRef<Awaited<ReturnType<typeof accountOverview>>>('AccountOverview')
  .implement({
    fields: (t) => ({
      accountId: t.id({ resolve: ({ account }) => account.id }),
      planName: t.string({ resolve: ({ account }) => account.plan.name }),
      monthlyPrice: t.float({
        description: 'US dollars.',
        resolve: ({ account }) => dollars(account.plan.monthlyPriceMicros),
      }),
      maxWorkflows: t.field({
        type: 'Count',
        nullable: true,
        resolve: ({ account }) => account.plan.includedExecutions,
      }),
      totalUsers: t.expose('users', { type: 'Count' }),
      totalWorkflows: t.field({
        type: 'Count',
        description: 'Since the account began.',
        resolve: ({ totals }) => totals.executions,
      }),
      totalCost: t.float({
        description: 'US dollars, since the account began.',
        resolve: ({ totals }) => dollars(totals.costMicros),
      }),
    }),
  });

export const AccountDashboardStatsType = builder
  .objectRef<AccountDashboardStats>('AccountDashboardStats')
  .implement({
    fields: (t) => ({
      currentPeriodExecutions: t.expose('executions', { type: 'Count' }),
      maxWorkflows: t.expose('includedExecutions', { type: 'Count', nullable: true }),
      projectedOverage: t.expose('projectedOverage', {
        type: 'Count',
        description:
          "Executions over the limit at the period's end, if the pace so far holds; 0 where there is no limit.",
      }),
      estimatedOverageCost: t.float({
        description: "US dollars, projectedOverage at the plan's price for one extra execution.",
        resolve: (stats) => dollars(stats.overageCostMicros),
      }),
      daysRemaining: t.expose('daysRemaining', { type: 'Count', description: 'Today included.' }),
    }),
  });
