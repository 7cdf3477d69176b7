import { builder } from '@/graphql/builder';
import { limits } from '@/lib/config/limits';
import { accountLimit, accountOverview } from '@/lib/server/usage/account-overview';
import { accountDashboardStats, userDashboardStats } from '@/lib/server/usage/dashboard-stats';
import { failuresByAccount, failuresByUser } from '@/lib/server/usage/failures';
import { reliabilityByAccount } from '@/lib/server/usage/model-reliability';
import { repriceUsage } from '@/lib/server/usage/reprice-usage';
import { templateByAccount, templateByUser } from '@/lib/server/usage/template-report';
import { topTemplatesByUsage, topTemplatesByUser, topUsersByUsage } from '@/lib/server/usage/top-usage';
import { usageByAccount, usageByApiKey, usageByUser } from '@/lib/server/usage/usage-series';
import { ModelReliabilityType, TemplateReportType } from './reliability.types';
import { RepricingType } from './reprice.type';
import {
  AccountDashboardStatsType,
  AccountLimitType,
  AccountOverviewType,
  FailureEntryType,
  FailureGroupType,
  TopTemplateByUserType,
  TopTemplateType,
  TopUserType,
  UsageRecordType,
  UserDashboardStatsType,
} from './usage.types';

const rangeArgs = builder.args((t) => ({
  from: t.field({ type: 'Date', description: 'First UTC day.' }),
  to: t.field({ type: 'Date', description: 'Last UTC day, included; default: today.' }),
  days: t.int({
    description: 'In place of from and to: so many UTC days, today the last of them; 1 to 1,000.',
  }),
}));

const seriesDescription =
  'One record a bucket, oldest first, days without work included as zeros. Without a range: 30 days, 12 weeks or 12 months.';

const seriesArgs = builder.args((t) => ({
  timeframe: t.string({ required: true, description: 'daily, weekly or monthly.' }),
  limit: t.int({ description: 'The newest buckets only, 1 to 1,000.' }),
}));

const topArgs = builder.args((t) => ({ limit: t.int({ description: '1 to 100; default: 5.' }) }));

builder.queryFields((t) => ({
  userDashboardStats: t.withAuth({ access: 'read' }).field({
    type: UserDashboardStatsType,
    description: 'This calendar month (UTC) so far, or the range that is given.',
    args: { userId: t.arg.id({ required: true }), ...rangeArgs },
    resolve: (_root, { userId, ...input }, ctx) => userDashboardStats(ctx, ctx.viewer, userId, input),
  }),
  usageByUser: t.withAuth({ access: 'read' }).field({
    type: [UsageRecordType],
    description: seriesDescription,
    args: { userId: t.arg.id({ required: true }), ...seriesArgs, ...rangeArgs },
    resolve: (_root, { userId, ...input }, ctx) => usageByUser(ctx, ctx.viewer, userId, input),
  }),
  usageByApiKey: t.withAuth({ access: 'read' }).field({
    type: [UsageRecordType],
    description: seriesDescription,
    args: { apiKeyId: t.arg.id({ required: true }), ...seriesArgs, ...rangeArgs },
    resolve: (_root, { apiKeyId, ...input }, ctx) => usageByApiKey(ctx, ctx.viewer, apiKeyId, input),
  }),
  topTemplatesByUser: t.withAuth({ access: 'read' }).field({
    type: [TopTemplateByUserType],
    extensions: { rows: limits.top.max },
    description: 'Most executions first. Without a range: the last 30 days.',
    args: { userId: t.arg.id({ required: true }), ...topArgs, ...rangeArgs },
    resolve: (_root, { userId, ...input }, ctx) => topTemplatesByUser(ctx, ctx.viewer, userId, input),
  }),
  accountLimit: t.withAuth({ access: 'read' }).field({
    type: AccountLimitType,
    description:
      "How much of its limit the caller's account has used in this calendar month (UTC), and of its storage.",
    resolve: (_root, _args, ctx) => accountLimit(ctx, ctx.viewer),
  }),
  accountOverview: t.withAuth({ access: 'admin:read' }).field({
    type: AccountOverviewType,
    resolve: (_root, _args, ctx) => accountOverview(ctx, ctx.viewer),
  }),
  usageByAccount: t.withAuth({ access: 'admin:read' }).field({
    type: [UsageRecordType],
    description: seriesDescription,
    args: { accountId: t.arg.id({ required: true }), ...seriesArgs, ...rangeArgs },
    resolve: (_root, { accountId, ...input }, ctx) => usageByAccount(ctx, ctx.viewer, accountId, input),
  }),
  topUsersByUsage: t.withAuth({ access: 'admin:read' }).field({
    type: [TopUserType],
    extensions: { rows: limits.top.max },
    description: 'Most executions first. Without a range: the last 30 days.',
    args: { accountId: t.arg.id({ required: true }), ...topArgs, ...rangeArgs },
    resolve: (_root, { accountId, ...input }, ctx) => topUsersByUsage(ctx, ctx.viewer, accountId, input),
  }),
  topTemplatesByUsage: t.withAuth({ access: 'admin:read' }).field({
    type: [TopTemplateType],
    extensions: { rows: limits.top.max },
    description: 'Most executions first. Without a range: the last 30 days.',
    args: { accountId: t.arg.id({ required: true }), ...topArgs, ...rangeArgs },
    resolve: (_root, { accountId, ...input }, ctx) => topTemplatesByUsage(ctx, ctx.viewer, accountId, input),
  }),
  failuresByUser: t.withAuth({ access: 'read' }).field({
    type: [FailureEntryType],
    extensions: { rows: limits.top.max },
    description: 'Most failed executions first. Without a range: the last 30 days.',
    args: {
      userId: t.arg.id({ required: true }),
      by: t.arg({ type: FailureGroupType, required: true }),
      ...topArgs,
      ...rangeArgs,
    },
    resolve: (_root, { userId, by, ...input }, ctx) => failuresByUser(ctx, ctx.viewer, userId, by, input),
  }),
  failuresByAccount: t.withAuth({ access: 'admin:read' }).field({
    type: [FailureEntryType],
    extensions: { rows: limits.top.max },
    description: 'Most failed executions first. Without a range: the last 30 days.',
    args: {
      accountId: t.arg.id({ required: true }),
      by: t.arg({ type: FailureGroupType, required: true }),
      ...topArgs,
      ...rangeArgs,
    },
    resolve: (_root, { accountId, by, ...input }, ctx) =>
      failuresByAccount(ctx, ctx.viewer, accountId, by, input),
  }),
  reliabilityByAccount: t.withAuth({ access: 'admin:read' }).field({
    type: [ModelReliabilityType],
    extensions: { rows: limits.top.max },
    description:
      "How reliable the models of the account's calls were, most calls first, at most 100 of them. Without a range: the last 30 days.",
    args: { accountId: t.arg.id({ required: true }), ...rangeArgs },
    resolve: (_root, { accountId, ...input }, ctx) => reliabilityByAccount(ctx, ctx.viewer, accountId, input),
  }),
  templateByUser: t.withAuth({ access: 'read' }).field({
    type: TemplateReportType,
    description:
      'How a template ran for the user. A name that never ran has no executions. Without a range: the last 30 days.',
    args: { userId: t.arg.id({ required: true }), name: t.arg.string({ required: true }), ...rangeArgs },
    resolve: (_root, { userId, name, ...input }, ctx) => templateByUser(ctx, ctx.viewer, userId, name, input),
  }),
  templateByAccount: t.withAuth({ access: 'admin:read' }).field({
    type: TemplateReportType,
    description:
      'How a template ran for all users. A name that never ran has no executions. Without a range: the last 30 days.',
    args: { accountId: t.arg.id({ required: true }), name: t.arg.string({ required: true }), ...rangeArgs },
    resolve: (_root, { accountId, name, ...input }, ctx) =>
      templateByAccount(ctx, ctx.viewer, accountId, name, input),
  }),
  repriceUsage: t.withAuth({ access: 'read' }).field({
    type: RepricingType,
    // All that was started in the days is read.
    extensions: { rowsRead: 10_000 },
    description:
      "What model calls would have cost on another model, by their own token counts. An admin gets the account's or one user's, others their own. They are those of the jobs that were started on these days and haven't been deleted; default: last month (UTC).",
    args: {
      userId: t.arg.id({ description: 'The user who started the jobs.' }),
      from: t.arg({ type: 'Date', description: 'First UTC day; default: 31 days that end with `to`.' }),
      to: t.arg({ type: 'Date', description: 'Last UTC day, included; at most 31 days. Default: today.' }),
      model: t.arg.string({
        description: '`provider/model` of the catalog. Without it, each call is priced on its own model.',
      }),
      models: t.arg.stringList({ description: 'Only calls of these models, at most 50.' }),
      templates: t.arg.stringList({ description: 'Only calls of jobs with these names, at most 50.' }),
    },
    resolve: (_root, input, ctx) => repriceUsage(ctx, ctx.viewer, input, ctx.call.signal),
  }),
  accountDashboardStats: t.withAuth({ access: 'admin:read' }).field({
    type: AccountDashboardStatsType,
    description: 'The present billing period, a calendar month (UTC).',
    args: { accountId: t.arg.id({ required: true }) },
    resolve: (_root, { accountId }, ctx) => accountDashboardStats(ctx, ctx.viewer, accountId),
  }),
}));
