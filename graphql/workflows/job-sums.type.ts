import { builder } from '@/graphql/builder';
import { dollars } from '@/graphql/dollars';
import { limits } from '@/lib/config/limits';
import type { JobSums } from '@/lib/server/workflows/sum-jobs';

export const JobSumsType = builder.objectRef<JobSums>('JobSums').implement({
  description: `At most the newest ${limits.jobSums.max.toLocaleString('en-US')} jobs are looked at, with \`metadata\` ${limits.jobSums.withMetadata.toLocaleString('en-US')}.`,
  fields: (t) => ({
    jobs: t.expose('jobs', { type: 'Count' }),
    failedJobs: t.expose('failed', { type: 'Count', description: 'Of these jobs, those that are `FAILED`.' }),
    hasMore: t.exposeBoolean('hasMore', {
      description: "Whether there are older jobs, which weren't looked at.",
    }),
    cost: t.float({
      description: 'US dollars, of the jobs whose cost is known.',
      resolve: ({ costMicros }) => dollars(costMicros),
    }),
    unknownCostCount: t.expose('unknownCosts', {
      type: 'Count',
      description: 'Jobs that used a model without a known price.',
    }),
    calls: t.field({
      type: 'Count',
      description:
        'The calls of models that these jobs made, without canceled ones; with `model` or `callOutcome`, only such calls.',
      resolve: async ({ work }) => (await work()).calls,
    }),
    tokensIn: t.field({
      type: 'Count',
      description: 'Of these jobs, once they have ended.',
      resolve: async ({ work }) => (await work()).tokensIn,
    }),
    tokensOut: t.field({
      type: 'Count',
      description: 'Of these jobs, once they have ended.',
      resolve: async ({ work }) => (await work()).tokensOut,
    }),
    countedExecutions: t.field({
      type: 'Count',
      nullable: true,
      description:
        "The executions that usage counts for the same filters, also those whose jobs were deleted; null for filters by which it isn't counted.",
      resolve: ({ usage }) => usage?.executions ?? null,
    }),
    countedCost: t.float({
      nullable: true,
      description: 'US dollars of those executions; null for failed ones alone.',
      resolve: ({ usage }) => (usage?.costMicros == null ? null : dollars(usage.costMicros)),
    }),
  }),
});
