import { builder } from '@/graphql/builder';
import { noteJob } from '@/graphql/operation-notes';
import { takesWorkflow } from '@/graphql/root-fields';
import { pageArgs, partPage } from '@/graphql/shared-args';
import { OpenApprovalType } from '@/graphql/workflows/approval.types';
import { JobAttemptType } from '@/graphql/workflows/attempt.type';
import {
  DrillDownAsType,
  DrillPriceFactorType,
  DrillSlowType,
  JobDrillType,
} from '@/graphql/workflows/drill.type';
import { JobType } from '@/graphql/workflows/job.type';
import { jobFilterArgs, mostLookedAt } from '@/graphql/workflows/job-filter-args';
import { JobSearchType } from '@/graphql/workflows/job-search.type';
import { JobSumsType } from '@/graphql/workflows/job-sums.type';
import { WorkflowPlanType } from '@/graphql/workflows/plan.type';
import { RerunJobsPlanType, rerunArgs, rerunFilterArgs } from '@/graphql/workflows/rerun-args';
import { StartWorkflowInputType } from '@/graphql/workflows/workflow.inputs';
import { listApprovals } from '@/lib/server/approvals/list-approvals';
import { drillJob } from '@/lib/server/workflows/drill-job';
import { jobUpdates } from '@/lib/server/workflows/follow-job';
import { getJob } from '@/lib/server/workflows/get-job';
import { getJobPlan, getPlan } from '@/lib/server/workflows/get-plan';
import { listAttempts } from '@/lib/server/workflows/list-attempts';
import { listJobs, searchJobs } from '@/lib/server/workflows/list-jobs';
import { planRerun, planReruns } from '@/lib/server/workflows/plan-reruns';
import { sumJobs } from '@/lib/server/workflows/sum-jobs';

builder.queryFields((t) => ({
  getJobResult: t.withAuth({ access: 'read' }).field({
    type: JobType,
    description: 'One job with its steps, as it is now.',
    args: { jobId: t.arg.id({ required: true }) },
    resolve: (_root, { jobId }, ctx, info) => noteJob(getJob(ctx, ctx.viewer, jobId), info),
  }),
  listJobs: t.withAuth({ access: 'read' }).field({
    type: [JobType],
    description: `The caller's own jobs, or for an admin the account's, newest first. A page looks at ${mostLookedAt} jobs at most. If the filters match few of them, it has fewer rows than \`limit\`: searchJobs says where to continue.`,
    args: {
      ...pageArgs,
      ...jobFilterArgs,
    },
    resolve: (_root, args, ctx) => listJobs(ctx, ctx.viewer, partPage(args)),
  }),
  searchJobs: t.withAuth({ access: 'read' }).field({
    type: JobSearchType,
    description: `The jobs of listJobs, with the place to continue from. A search looks at the newest ${mostLookedAt} jobs that \`after\`, \`before\`, \`from\`, \`to\`, \`endedTo\`, \`bulkJobId\`, \`userId\`, and for an admin \`status\` leave. A whole id is found among all jobs.`,
    args: { after: pageArgs.after, before: pageArgs.before, ...jobFilterArgs },
    resolve: (_root, args, ctx) => searchJobs(ctx, ctx.viewer, partPage(args)),
  }),
  sumJobs: t.withAuth({ access: 'read' }).field({
    type: JobSumsType,
    // All matching jobs are added up, however few fields are requested.
    extensions: { rowsRead: 10_000 },
    description: 'The sums of the jobs that listJobs returns for the same filters, on all its pages.',
    args: jobFilterArgs,
    resolve: (_root, args, ctx) => sumJobs(ctx, ctx.viewer, args, ctx.call.signal),
  }),
  listApprovals: t.withAuth({ access: 'read' }).field({
    type: [OpenApprovalType],
    description:
      "The steps that wait for a person, newest first: of the caller's own jobs, or for an admin of the account's.",
    args: { ...pageArgs, userId: t.arg.id({ description: 'The user who started the jobs.' }) },
    resolve: (_root, args, ctx) => listApprovals(ctx, ctx.viewer, partPage(args)),
  }),
  listAttempts: t.withAuth({ access: 'read' }).field({
    type: [JobAttemptType],
    description: 'The requests to providers that a job has made, in the order of its steps.',
    args: {
      jobId: t.arg.id({ required: true }),
      stepId: t.arg.string({ description: 'Only those of this step.' }),
      limit: t.arg.int({ description: 'The first ones only, 1 to 1,000.' }),
    },
    resolve: (_root, { jobId, ...input }, ctx) => listAttempts(ctx, ctx.viewer, jobId, input),
  }),
  getJobPlan: t.withAuth({ access: 'read' }).field({
    type: WorkflowPlanType,
    nullable: true,
    description:
      "What planWorkflow would return for a job's workflow now, at the prices of the time when it was sent; null once the workflow is no longer kept.",
    args: { jobId: t.arg.id({ required: true }) },
    resolve: (_root, { jobId }, ctx) => getJobPlan(ctx, ctx.viewer, jobId, ctx.contents),
  }),
  drillJob: t.withAuth({ access: 'read' }).field({
    type: JobDrillType,
    nullable: true,
    // The attempts and the messages of the job, however few fields are requested.
    extensions: { rowsRead: 10_000 },
    description:
      'An ended job as it would have been if models had been down, slow, or at another price. Its plan runs again on its recorded attempts, and no model is called. Null once the workflow is no longer kept.',
    args: {
      jobId: t.arg.id({ required: true }),
      providersDown: t.arg.stringList({ description: 'At most 20.' }),
      modelsDown: t.arg.stringList({ description: '`provider/model`, at most 20.' }),
      downAs: t.arg({ type: DrillDownAsType, description: 'Default: UNAVAILABLE.' }),
      slow: t.arg({
        type: [DrillSlowType],
        description: "At most 20. A model's own entry is used before its provider's.",
      }),
      priceFactor: t.arg({ type: [DrillPriceFactorType], description: 'The same for prices.' }),
    },
    resolve: (_root, { jobId, ...input }, ctx) =>
      drillJob(ctx, ctx.viewer, jobId, input, { budget: ctx.contents, signal: ctx.call.signal }),
  }),
  planRerun: t.withAuth({ access: 'read' }).field({
    type: WorkflowPlanType,
    description: 'How rerunJob would run a job again now, without running it. Only steps that run cost.',
    extensions: takesWorkflow,
    args: { jobId: t.arg.id({ required: true }), ...rerunArgs },
    resolve: (_root, { jobId, ...choice }, ctx) =>
      planRerun(ctx, ctx.viewer, jobId, choice, { budget: ctx.contents, signal: ctx.call.signal }),
  }),
  planRerunJobs: t.withAuth({ access: 'read' }).field({
    type: RerunJobsPlanType,
    // It plans each of them.
    extensions: { rowsRead: 10_000 },
    description: 'How many jobs rerunJobs would run again now, and their cost.',
    args: rerunFilterArgs,
    resolve: (_root, filters, ctx) =>
      planReruns(ctx, ctx.viewer, filters, { budget: ctx.contents, signal: ctx.call.signal }),
  }),
  planWorkflow: t.withAuth({ access: 'read' }).field({
    type: WorkflowPlanType,
    description: 'Checks a workflow and says how it would run, without running it.',
    extensions: takesWorkflow,
    args: {
      input: t.arg({ type: StartWorkflowInputType, required: true }),
      fileBytes: t.arg.int({
        description: 'The size of the file that will come with it. Without it, there is no file.',
      }),
    },
    resolve: (_root, { input, fileBytes }, ctx) =>
      getPlan(ctx, ctx.viewer, input, { fileBytes, signal: ctx.call.signal }),
  }),
}));

builder.subscriptionType({});

builder.subscriptionFields((t) => ({
  jobUpdates: t.withAuth({ access: 'read' }).field({
    type: JobType,
    description: 'A job as it is, then again each time a step changes, until the job ends.',
    args: { jobId: t.arg.id({ required: true }) },
    subscribe: (_root, { jobId }, ctx) => jobUpdates(ctx, ctx.viewer, jobId, ctx.call.signal),
    resolve: (job, _args, { contents }) => {
      // Each event is a response.
      contents.renew();
      return job;
    },
  }),
}));
