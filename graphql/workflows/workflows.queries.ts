import { builder } from '@/graphql/builder';
import { noteJob } from '@/graphql/operation-notes';
import { takesWorkflow } from '@/graphql/root-fields';
import { pageArgs, partPage } from '@/graphql/shared-args';
import { OpenApprovalType } from '@/graphql/workflows/approval.types';
import { JobAttemptType, JobStatusType, JobType } from '@/graphql/workflows/job.type';
import { WorkflowPlanType } from '@/graphql/workflows/plan.type';
import { StartWorkflowInputType } from '@/graphql/workflows/workflow.inputs';
import { listApprovals } from '@/lib/server/approvals/list-approvals';
import { getJob } from '@/lib/server/workflows/get-job';
import { getJobPlan } from '@/lib/server/workflows/get-job-plan';
import { getPlan } from '@/lib/server/workflows/get-plan';
import { jobUpdates } from '@/lib/server/workflows/job-updates';
import { listAttempts } from '@/lib/server/workflows/list-attempts';
import { listJobs } from '@/lib/server/workflows/list-jobs';

builder.queryFields((t) => ({
  getJobResult: t.withAuth({ access: 'read' }).field({
    type: JobType,
    description: 'One job with its steps, as it is now.',
    args: { jobId: t.arg.id({ required: true }) },
    resolve: (_root, { jobId }, ctx, info) => noteJob(getJob(ctx, ctx.viewer, jobId), info),
  }),
  listJobs: t.withAuth({ access: 'read' }).field({
    type: [JobType],
    description: "The caller's own jobs, or for an admin the account's, newest first.",
    args: {
      ...pageArgs,
      userId: t.arg.id({ description: 'The user who started them.' }),
      name: t.arg.string({ description: 'Part of their name in any case, or the beginning of their id.' }),
      status: t.arg({ type: JobStatusType }),
      errorCode: t.arg.string({ description: 'The code with which they failed.' }),
      bulkJobId: t.arg.id({
        description: 'Jobs of the rows of this bulk job. Without it, they are left out.',
      }),
      from: t.arg({ type: 'Date', description: 'First UTC day on which they were started.' }),
      to: t.arg({ type: 'Date', description: 'Last UTC day, included.' }),
    },
    resolve: (_root, args, ctx) => listJobs(ctx, ctx.viewer, partPage(args)),
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
