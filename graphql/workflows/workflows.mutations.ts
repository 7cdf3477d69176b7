import { builder } from '@/graphql/builder';
import { noteJob } from '@/graphql/operation-notes';
import { takesWorkflow } from '@/graphql/root-fields';
import { takesFiles } from '@/graphql/uploads';
import { ApprovalDecisionType } from '@/graphql/workflows/approval.types';
import { JobType } from '@/graphql/workflows/job.type';
import { RerunJobsType, rerunArgs, rerunFilterArgs } from '@/graphql/workflows/rerun-args';
import { optionsOf, startArgs } from '@/graphql/workflows/start-args';
import { limits } from '@/lib/config/limits';
import { decideApproval } from '@/lib/server/approvals/decide-approval';
import { requestNotes } from '@/lib/server/runtime/runtime';
import { cancelJob } from '@/lib/server/workflows/cancel-job';
import { deleteJob } from '@/lib/server/workflows/delete-job';
import { rerunJob } from '@/lib/server/workflows/rerun-job';
import { rerunJobs } from '@/lib/server/workflows/rerun-jobs';
import { enqueueWorkflow, orchestrate } from '@/lib/server/workflows/start-workflow';

const extensions = {
  ...takesWorkflow,
  ...takesFiles({ bytes: limits.graphql.upload.bytes, files: 1 }),
};

builder.mutationFields((t) => {
  const enqueue = (description: string) =>
    t.withAuth({ access: 'write' }).field({
      type: JobType,
      description,
      extensions,
      args: startArgs,
      resolve: (_root, { input, ...args }, ctx, info) =>
        noteJob(enqueueWorkflow(ctx, ctx.viewer, input, optionsOf(args, ctx, info)), info),
    });
  return {
    orchestrate: t.withAuth({ access: 'write' }).field({
      type: JobType,
      description: 'Runs a workflow and waits until it ends. A job that takes longer keeps running.',
      extensions,
      args: {
        ...startArgs,
        wait_ms: t.arg.int({
          description: `Milliseconds to wait, 0 to ${limits.orchestrate.max}; default: ${limits.orchestrate.default}.`,
        }),
      },
      resolve: (_root, { input, wait_ms, ...args }, ctx, info) =>
        noteJob(
          orchestrate(ctx, ctx.viewer, input, {
            ...optionsOf(args, ctx, info),
            wait_ms,
            onWait: offerEarlyResponse,
          }),
          info,
        ),
    }),
    enqueueWorkflow: enqueue('Stores a workflow as a job, which runs from then on.'),
    queueAsyncWorkflow: enqueue('The same as enqueueWorkflow.'),
    cancelJob: t.withAuth({ access: 'write' }).field({
      type: JobType,
      description: 'Stops a job; calls of models under way are ended.',
      args: { jobId: t.arg.id({ required: true }) },
      resolve: (_root, { jobId }, ctx, info) => noteJob(cancelJob(ctx, ctx.viewer, jobId), info),
    }),
    decideApproval: t.withAuth({ access: 'write' }).field({
      type: JobType,
      description: 'Decides about a step that waits for a person. The first decision counts.',
      args: {
        jobId: t.arg.id({ required: true }),
        stepId: t.arg.string({ required: true }),
        decision: t.arg({ type: ApprovalDecisionType, required: true }),
        text: t.arg.string({
          description: 'The new text of an EDIT, at most 128 KiB; JSON if the text that was asked about is.',
        }),
        reason: t.arg.string({ description: 'At most 500 characters; part of the error of a refused step.' }),
      },
      extensions: takesWorkflow,
      resolve: (_root, args, ctx, info) => noteJob(decideApproval(ctx, ctx.viewer, args), info),
    }),
    rerunJob: t.withAuth({ access: 'write' }).field({
      type: JobType,
      description:
        'Stores the workflow of a job as a new job of the caller. It can have changes, and start from a step.',
      extensions: takesWorkflow,
      args: {
        jobId: t.arg.id({ required: true }),
        ...rerunArgs,
        idempotencyKey: startArgs.idempotencyKey,
      },
      resolve: (_root, { jobId, fromStep, changes, ...args }, ctx, info) =>
        noteJob(rerunJob(ctx, ctx.viewer, jobId, { ...optionsOf(args, ctx, info), fromStep, changes }), info),
    }),
    rerunJobs: t.withAuth({ access: 'write' }).field({
      type: RerunJobsType,
      // It plans each of them.
      extensions: { rowsRead: 10_000 },
      description:
        'Runs failed or canceled jobs that match filters, or are named, again, each as rerunJob does. Jobs that were run again before are skipped, and those that are refused are listed.',
      args: { ...rerunFilterArgs, idempotencyKey: startArgs.idempotencyKey },
      resolve: (_root, { idempotencyKey, ...filters }, ctx, info) =>
        rerunJobs(ctx, ctx.viewer, filters, optionsOf({ idempotencyKey }, ctx, info)),
    }),
    deleteJob: t.withAuth({ access: 'write' }).field({
      type: DeletedJobType,
      description: 'Deletes a job that has ended, with its outputs; its cost stays in the usage.',
      args: { jobId: t.arg.id({ required: true }) },
      resolve: (_root, { jobId }, ctx) => deleteJob(ctx, ctx.viewer, jobId),
    }),
  };
});

const DeletedJobType = builder.objectRef<{ success: true }>('DeletedJob').implement({
  fields: (t) => ({ success: t.exposeBoolean('success') }),
});

/** A call that waits keeps its input in memory, perhaps for a minute, and for no fault of its client's. */
function offerEarlyResponse(end: (() => void) | null): void {
  const notes = requestNotes.getStore();
  if (!notes) return;
  notes.endTurn?.();
  if (end) notes.answerEarly = end;
  else delete notes.answerEarly;
}
