import { type GraphQLResolveInfo, Kind } from 'graphql';
import { builder } from '@/graphql/builder';
import type { GraphqlContext } from '@/graphql/graphql-context';
import { rootFields } from '@/graphql/root-fields';
import type { UploadedFile } from '@/graphql/uploads';
import { StartWorkflowInputType } from '@/graphql/workflows/workflow.inputs';
import { badInput } from '@/lib/server/errors';
import type { StartOptions } from '@/lib/server/workflows/start-workflow';

/** The arguments of a call that starts a workflow. */
export const startArgs = builder.args((t) => ({
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
  rerunOf: t.id({
    description: 'A job that this one runs again with changes. Only the new job notes it, as `rerunOf`.',
  }),
}));

/** The options of a start. @throws AppError BAD_USER_INPUT if the header's key would belong to more than one field */
export function optionsOf(
  {
    file,
    idempotencyKey,
    rerunOf,
  }: Pick<StartOptions, 'idempotencyKey' | 'rerunOf'> & {
    file?: UploadedFile | null;
  },
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
    rerunOf,
    traceparent: call.traceparent,
    signal: call.signal,
  };
}

const startsWorkflow = new Set([
  ...['orchestrate', 'enqueueWorkflow', 'queueAsyncWorkflow', 'rerunJob', 'rerunJobs', 'startBulkWorkflow'],
]);

function rootFieldsOf({ operation, fragments }: GraphQLResolveInfo): string[] {
  const definitions = [operation, ...Object.values(fragments)];
  return [...rootFields({ kind: Kind.DOCUMENT, definitions }, operation.name?.value).values()];
}
