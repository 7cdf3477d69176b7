import { builder } from '@/graphql/builder';
import { JobType } from '@/graphql/workflows/job.type';
import { commonFilterArgs, mostLookedAt } from '@/graphql/workflows/job-filter-args';
import { costFields } from '@/graphql/workflows/plan.type';
import { limits } from '@/lib/config/limits';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import type { LeftOutJob } from '@/lib/server/workflows/find-failed-jobs';
import type { ChosenJob, RerunsPlan } from '@/lib/server/workflows/plan-reruns';
import type { RerunJobsResult } from '@/lib/server/workflows/rerun-jobs';

const StepChangesInputType = builder.inputType('StepChangesInput', {
  description: 'What a step has in place of what it had; what is left out stays.',
  fields: (t) => ({
    id: t.id({ required: true }),
    instructions: t.string({ description: 'Null: none.' }),
    model: t.string({ description: 'Null: chosen by its strategy.' }),
  }),
});

const RerunChangesInputType = builder.inputType('RerunChangesInput', {
  description: 'What a job runs again with; what is left out stays.',
  fields: (t) => ({
    input: t.string({ description: 'Null: none.' }),
    steps: t.field({ type: [StepChangesInputType] }),
  }),
});

/** How a job runs again. */
export const rerunArgs = builder.args((t) => ({
  fromStep: t.id({
    description:
      'The step to run again, with all that depends on it. Other steps keep the outcomes that they had. Without it, all run.',
  }),
  changes: t.field({ type: RerunChangesInputType }),
}));

const RerunnableStatusType = builder.enumType('RerunnableStatus', {
  values: ['FAILED', 'CANCELED'] as const,
});

const failedJobArgs = builder.args((t) => ({
  status: t.field({ type: RerunnableStatusType, description: 'Default: FAILED.' }),
  limit: t.int({
    description: `The newest ones only, 1 to ${limits.rerunJobs.jobs}; default: ${limits.rerunJobs.jobs}.`,
  }),
  after: t.id({ description: 'Only jobs that follow this one, such as the `lastJobId` of an earlier call.' }),
}));

const namedJobArgs = builder.args((t) => ({
  jobIds: t.idList({
    description: `These jobs, 1 to ${limits.rerunJobs.jobs}, in place of filters. Those that can't run again are left out; an unknown ID fails the call.`,
  }),
}));

/** Which failed jobs run again: the filters of `listJobs`, without bulk rows; or ids. */
export const rerunFilterArgs = { ...namedJobArgs, ...failedJobArgs, ...commonFilterArgs };

const LeftOutJobType = builder.objectRef<LeftOutJob>('LeftOutJob').implement({
  description: "A job that matches, or is in `jobIds`, and doesn't run again.",
  fields: (t) => ({
    jobId: t.exposeID('jobId'),
    code: t.exposeString('code', {
      description: 'CONTENT_REMOVED; ALREADY_RERUN, if it was run again before; or the code of the refusal.',
    }),
    message: t.exposeString('message'),
  }),
});

const rowsOfLeftOut = { rows: limits.rerunJobs.refused };
const moreMatch = {
  description: `Whether further jobs match that weren't run again, or older jobs weren't looked at. A call looks at the newest ${mostLookedAt} jobs after \`after\`. With \`jobIds\`: false.`,
} as const;
const lastLooked = {
  nullable: true,
  description:
    'The last job that it looked at; null if no job is left and none matches, or with `jobIds`. `after` continues with those that follow.',
} as const;

export const RerunJobsType = builder.objectRef<RerunJobsResult>('RerunJobs').implement({
  fields: (t) => ({
    started: t.exposeIDList('started', {
      extensions: { rows: limits.rerunJobs.jobs },
      description: 'The new jobs.',
    }),
    leftOut: t.expose('leftOut', { type: [LeftOutJobType], extensions: rowsOfLeftOut }),
    hasMore: t.exposeBoolean('hasMore', moreMatch),
    lastJobId: t.exposeID('lastId', lastLooked),
  }),
});

const ChosenJobType = builder.objectRef<ChosenJob>('ChosenJob').implement({
  description: 'A job that would run again.',
  fields: (t) => ({
    job: t.expose('job', { type: JobType }),
    estimatedCost: t.float({
      nullable: true,
      description: "US dollars; null if a model's price isn't known, or if it isn't among the priced jobs.",
      resolve: ({ estimatedCost }) => dollarsOfNanos(estimatedCost),
    }),
  }),
});

export const RerunJobsPlanType = builder.objectRef<RerunsPlan>('RerunJobsPlan').implement({
  description: 'What rerunJobs would do now.',
  fields: (t) => ({
    jobs: t.exposeInt('jobs', { description: 'How many jobs would run again.' }),
    pricedJobs: t.exposeInt('pricedJobs', {
      description: 'Of how many of them the costs are the sum: of those whose workflows fit one response.',
    }),
    ...costFields(t),
    chosen: t.field({
      type: [ChosenJobType],
      extensions: { rows: limits.rerunJobs.jobs },
      description: 'These jobs, newest first.',
      resolve: (plan) => plan.chosen(),
    }),
    leftOut: t.expose('leftOut', { type: [LeftOutJobType], extensions: rowsOfLeftOut }),
    hasMore: t.exposeBoolean('hasMore', moreMatch),
    lastJobId: t.exposeID('lastId', lastLooked),
  }),
});
