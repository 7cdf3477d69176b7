import { AccountPlanType } from '@/graphql/billing/billing.types';
import { builder } from '@/graphql/builder';
import { dollars } from '@/graphql/dollars';
import { plans, usageAlertPercents } from '@/lib/config/plans';
import type { AccountLimit, accountOverview } from '@/lib/server/usage/account-overview';
import type {
  AccountDashboardStats,
  PlanChoice,
  UserDashboardStats,
} from '@/lib/server/usage/dashboard-stats';
import type { FailureEntry } from '@/lib/server/usage/failures';
import type { PlanCost } from '@/lib/server/usage/overage';
import type { TopEntry } from '@/lib/server/usage/top-usage';
import type { UsageBucket } from '@/lib/server/usage/usage-series';
import type { UsageAlert } from '@/prisma/generated/prisma/client';

const knownCost = 'US dollars, of the executions whose cost is known.';
const unknownCostCount = 'Executions that used a model without a known price. Their cost is in no total.';

export const UsageRecordType = builder.objectRef<UsageBucket>('UsageRecord').implement({
  description: 'One UTC day of metered work (or a week from Monday, or a month), named by its first day.',
  fields: (t) => ({
    date: t.expose('day', { type: 'Date' }),
    requestCount: t.expose('executions', { type: 'Count' }),
    successCount: t.expose('succeeded', {
      type: 'Count',
      description: "Those of them that didn't fail: canceled ones count too.",
    }),
    totalTokens: t.expose('tokens', { type: 'Count' }),
    totalCost: t.float({ description: knownCost, resolve: (bucket) => dollars(bucket.costMicros) }),
    unknownCostCount: t.expose('unknownCosts', { type: 'Count', description: unknownCostCount }),
  }),
});

export const UserDashboardStatsType = builder.objectRef<UserDashboardStats>('UserDashboardStats');
UserDashboardStatsType.implement({
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'The first UTC day of what is counted.' }),
    to: t.expose('to', { type: 'Date', description: 'The last UTC day, included.' }),
    totalExecutions: t.expose('executions', { type: 'Count' }),
    totalTokens: t.expose('tokens', { type: 'Count' }),
    estimatedCost: t.float({
      description: knownCost,
      resolve: (stats) => dollars(stats.costMicros),
    }),
    unknownCostCount: t.expose('unknownCosts', { type: 'Count', description: unknownCostCount }),
    successRate: t.float({
      description: 'Percent, 0 to 100.',
      resolve: ({ executions, succeeded }) => (executions === 0 ? 0 : (100 * succeeded) / executions),
    }),
    previous: t.field({
      type: UserDashboardStatsType,
      description:
        'For the month: the same days of the month before, to its end where it is shorter. For a range: as many days just before it.',
      resolve: (stats) => stats.previous(),
    }),
    firstExecutionOn: t.field({
      type: 'Date',
      nullable: true,
      description: "The first UTC day with any of the user's work, whatever the range; null before it.",
      resolve: (stats) => stats.firstDay(),
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
    userName: t.exposeString('name', {
      description: 'First and last name, or the email address if there is no name.',
    }),
    totalExecutions: t.expose('executions', { type: 'Count' }),
  }),
});

export const FailureGroupType = builder.enumType('FailureGroup', {
  values: ['ERROR_CODE', 'TEMPLATE', 'MODEL', 'API_KEY'] as const,
});

export const FailureEntryType = builder.objectRef<FailureEntry>('FailureEntry').implement({
  description:
    'The executions of a template, model, or API key in the range, with at least one failure; or the failures with an error code.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: true,
      description:
        "The template's or key's id, the model's name (`provider/other` sums up models that the catalog lacks and that never replied), or the error code; null for executions without an API key, and for failures whose jobs aren't kept.",
    }),
    name: t.exposeString('name', {
      description: "The template's or model's name, or the key's name or hint. Deleted keys show their id.",
    }),
    failed: t.expose('failed', { type: 'Count' }),
    executions: t.expose('executions', {
      type: 'Count',
      description: 'Failed or not; with an error code, those of the whole range.',
    }),
    share: t.exposeFloat('share', {
      description: 'Percent, 0 to 100, of all failed executions in the range.',
    }),
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
        description: 'US dollars, since the account began, of the executions whose cost is known.',
        resolve: ({ totals }) => dollars(totals.costMicros),
      }),
      unknownCostCount: t.field({
        type: 'Count',
        description: unknownCostCount,
        resolve: ({ totals }) => totals.unknownCosts,
      }),
      firstExecutionOn: t.field({
        type: 'Date',
        nullable: true,
        description: "The first UTC day with any of the account's work; null before it.",
        resolve: ({ firstDay }) => firstDay(),
      }),
    }),
  });

const storedBytes =
  "Bytes of the account's jobs that are kept now: their texts, and a constant for each job, step, and attempt.";
const maxStoredBytes = "The plan's storage. A job that would exceed it is refused.";

const planChangedOn =
  "The last UTC day of the period on which the plan changed; null if it didn't, or without a plan.";

export const AccountLimitType = builder.objectRef<AccountLimit>('AccountLimit').implement({
  fields: (t) => ({
    maxWorkflows: t.expose('includedExecutions', {
      type: 'Count',
      nullable: true,
      description:
        "The period's limit, pooled from the days of each plan; null if the present plan has none.",
    }),
    wholeMonthMaxWorkflows: t.expose('wholeMonthExecutions', {
      type: 'Count',
      nullable: true,
      description:
        "The present plan's limit of a whole month, as from the next period on; null if it has none, or without a plan.",
    }),
    planChangedOn: t.expose('planChangedOn', { type: 'Date', nullable: true, description: planChangedOn }),
    limitedExecutions: t.expose('limitedExecutions', {
      type: 'Count',
      description:
        'Executions of all users so far that count against maxWorkflows: those on days with a limit.',
    }),
    refusesOverLimit: t.exposeBoolean('refusesOverLimit', {
      description: 'Whether executions over the limit are refused; otherwise each costs extra.',
    }),
    resetsOn: t.expose('resetsOn', {
      type: 'Date',
      description: 'The first UTC day of the next period, on which the count starts again.',
    }),
    storedBytes: t.expose('storedBytes', { type: 'Count', description: storedBytes }),
    maxStoredBytes: t.expose('storageBytes', { type: 'Count', description: maxStoredBytes }),
  }),
});

const PlanCostType = builder.objectRef<PlanCost>('PlanCost').implement({
  description: 'A plan, and what a whole month costs on it at the pace of the present billing period.',
  fields: (t) => ({
    plan: t.expose('plan', { type: AccountPlanType }),
    cost: t.float({
      description: 'US dollars: the monthly price and, past the limit, the executions over it, as invoiced.',
      resolve: ({ costMicros }) => dollars(costMicros),
    }),
  }),
});

const PlanChoiceType = builder.objectRef<PlanChoice>('PlanChoice').implement({
  description: 'What the present billing period comes to if the account chooses this plan now.',
  fields: (t) => ({
    plan: t.expose('plan', { type: AccountPlanType }),
    total: t.float({
      description: 'US dollars: the invoice for the executions so far, each plan priced by its days.',
      resolve: ({ totalMicros }) => dollars(totalMicros),
    }),
    maxWorkflows: t.expose('includedExecutions', {
      type: 'Count',
      nullable: true,
      description: "The period's limit, pooled from the days of each plan; null if there is no limit.",
    }),
    limitedExecutions: t.expose('limitedExecutions', {
      type: 'Count',
      description: 'Executions so far that count against maxWorkflows.',
    }),
  }),
});

const UsageAlertType = builder.objectRef<UsageAlert>('UsageAlert').implement({
  description: "A percentage of the period's limit that the account has reached.",
  fields: (t) => ({
    percent: t.exposeInt('percent'),
    reachedAt: t.expose('reachedAt', { type: 'EpochMillis' }),
    executions: t.expose('executions', {
      type: 'Count',
      description: 'Executions that counted against the limit at that time.',
    }),
    maxWorkflows: t.expose('limit', { type: 'Count', description: "The period's limit at that time." }),
  }),
});

export const AccountDashboardStatsType = builder
  .objectRef<AccountDashboardStats>('AccountDashboardStats')
  .implement({
    fields: (t) => ({
      from: t.expose('from', { type: 'Date', description: 'The first UTC day of the period.' }),
      to: t.expose('to', { type: 'Date', description: 'The last UTC day that is counted: today.' }),
      currentPeriodExecutions: t.expose('executions', { type: 'Count' }),
      maxWorkflows: t.expose('includedExecutions', {
        type: 'Count',
        nullable: true,
        description:
          "The period's limit, pooled from the days of each plan; null if the present plan has none.",
      }),
      planChangedOn: t.expose('planChangedOn', {
        type: 'Date',
        nullable: true,
        description: planChangedOn,
      }),
      limitedExecutions: t.expose('limitedExecutions', {
        type: 'Count',
        description: 'Executions that count against maxWorkflows: those on days with a limit.',
      }),
      refusesOverLimit: t.exposeBoolean('refusesOverLimit', {
        description: 'Whether executions over the limit are refused; otherwise each costs extra.',
      }),
      projectedExecutions: t.expose('projectedExecutions', {
        type: 'Count',
        description: "Executions by the period's end, if the pace so far holds.",
      }),
      projectedOverage: t.expose('projectedOverage', {
        type: 'Count',
        description:
          "Executions over the limit at the period's end, if the pace so far holds; 0 where there is no limit.",
      }),
      estimatedOverageCost: t.float({
        description: 'US dollars, projectedOverage at the price of the plan of each day.',
        resolve: (stats) => dollars(stats.overageCostMicros),
      }),
      projectedCost: t.float({
        description:
          "US dollars, the period's invoice at its end: each plan's price by its days, and estimatedOverageCost.",
        resolve: ({ projectedMicros }) => dollars(projectedMicros),
      }),
      currentPlan: t.expose('currentPlan', {
        type: PlanCostType,
        description: 'What a whole month with projectedExecutions costs on the current plan.',
      }),
      planChoices: t.field({
        type: [PlanChoiceType],
        extensions: { rows: plans.length },
        description: 'What the period comes to on each plan on offer, cheapest first, if it is chosen now.',
        resolve: ({ choices }) => choices,
      }),
      cheapestPlan: t.expose('cheapest', {
        type: PlanCostType,
        description:
          'The plan that carries projectedExecutions for the least, the present one where others cost the same. A plan that refuses executions over its limit carries none over it.',
      }),
      daysRemaining: t.expose('daysRemaining', { type: 'Count', description: 'Today included.' }),
      storedBytes: t.expose('storedBytes', { type: 'Count', description: storedBytes }),
      maxStoredBytes: t.expose('storageBytes', { type: 'Count', description: maxStoredBytes }),
      usageAlerts: t.expose('alerts', {
        type: [UsageAlertType],
        extensions: { rows: usageAlertPercents.length },
        description: "The account's alerts that the period has reached, lowest first.",
      }),
    }),
  });
