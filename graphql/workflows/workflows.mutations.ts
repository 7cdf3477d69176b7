import { type GraphQLResolveInfo, Kind } from 'graphql';
import { builder } from '@/graphql/builder';
import type { GraphqlContext } from '@/graphql/graphql-context';
import { noteJob } from '@/graphql/operation-notes';
import { rootFields, takesWorkflow } from '@/graphql/root-fields';
import { takesFiles, type UploadedFile } from '@/graphql/uploads';
import { JobType } from '@/graphql/workflows/job.type';
import { StartWorkflowInputType } from '@/graphql/workflows/workflow.inputs';
import { limits } from '@/lib/config/limits';
import { badInput } from '@/lib/server/errors';
import { requestNotes } from '@/lib/server/runtime/runtime';
import { cancelJob } from '@/lib/server/workflows/cancel-job';
import { deleteJob } from '@/lib/server/workflows/delete-job';
import { rerunJob } from '@/lib/server/workflows/rerun-job';
import { enqueueWorkflow, orchestrate, type StartOptions } from '@/lib/server/workflows/start-workflow';

const startArgs = builder.args((t) => ({
  input: t.field({ type: StartWorkflowInputType, required: true }),
  file: t.field({
    type: 'Upload',
    description:
      'Text in UTF-8, or in another encoding if a step lists standardizeEncoding; at most 10 MiB, of a multipart request.',
  }),
  idempotencyKey: t.string({
    description:
      'The same key and input within 24 hours return the same job. The header Idempotency-Key does the same.',
  }),
}));

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
    rerunJob: t.withAuth({ access: 'write' }).field({
      type: JobType,
      description: 'Stores the workflow of a job as a new job of the caller, as it was sent.',
      args: { jobId: t.arg.id({ required: true }), idempotencyKey: startArgs.idempotencyKey },
      resolve: (_root, { jobId, ...args }, ctx, info) =>
        noteJob(rerunJob(ctx, ctx.viewer, jobId, optionsOf(args, ctx, info)), info),
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

/** @throws AppError BAD_USER_INPUT if the header's key would belong to more than one field */
function optionsOf(
  { file, idempotencyKey }: { file?: UploadedFile | null; idempotencyKey?: string | null },
  { call }: GraphqlContext,
  info: GraphQLResolveInfo,
): StartOptions {
  const fields = rootFieldsOf(info);
  if (call.idempotencyKey !== null && fields.length > 1)
    throw badInput({
      idempotencyKey:
        'The header Idempotency-Key belongs to a document of one mutation. Send the argument idempotencyKey instead.',
    });
  // Each would store the same input again, which is as large as a request may be.
  if (fields.filter((field) => startsWorkflow.has(field)).length > 1)
    throw badInput({ input: 'Start one workflow per request.' });
  return {
    file,
    idempotencyKey: idempotencyKey ?? call.idempotencyKey,
    traceparent: call.traceparent,
    signal: call.signal,
  };
}

const startsWorkflow = new Set(['orchestrate', 'enqueueWorkflow', 'queueAsyncWorkflow', 'rerunJob']);

function rootFieldsOf({ operation, fragments }: GraphQLResolveInfo): string[] {
  const definitions = [operation, ...Object.values(fragments)];
  return [...rootFields({ kind: Kind.DOCUMENT, definitions }, operation.name?.value).values()];
}
