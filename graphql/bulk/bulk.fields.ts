import { builder } from '@/graphql/builder';
import {
  BulkFailuresType,
  BulkFileType,
  BulkJobType,
  BulkRowStatusType,
  BulkRowType,
  rowPageArgs,
  StartBulkInputType,
} from '@/graphql/bulk/bulk.types';
import { takesWorkflow } from '@/graphql/root-fields';
import { takesFiles } from '@/graphql/uploads';
import { limits } from '@/lib/config/limits';
import { cancelBulkJob } from '@/lib/server/bulk/cancel-bulk-job';
import { getBulkJob } from '@/lib/server/bulk/get-bulk-job';
import { groupBulkFailures, listBulkRows } from '@/lib/server/bulk/list-bulk-rows';
import { continueBulkJob, retryBulkFailures } from '@/lib/server/bulk/retry-bulk-failures';
import { startBulkWorkflow } from '@/lib/server/bulk/start-bulk-workflow';
import { uploadBulkFile } from '@/lib/server/bulk/upload-bulk-file';

builder.mutationFields((t) => ({
  uploadBulkFile: t.withAuth({ access: 'write' }).field({
    type: BulkFileType,
    description: 'Reads a CSV, JSONL, or XLSX file whole, and stores its rows.',
    extensions: takesFiles({ bytes: limits.graphql.upload.bytes, files: 1 }),
    args: {
      file: t.arg({ type: 'Upload', required: true, description: 'At most 10 MiB and 10,000 rows.' }),
      sheet: t.arg.string({ description: 'The name of a sheet of a workbook; default: its first.' }),
      keyColumn: t.arg.string({ description: 'A column whose values must be there, and differ.' }),
    },
    resolve: (_root, args, ctx) => uploadBulkFile(ctx, ctx.viewer, { ...args, signal: ctx.call.signal }),
  }),
  startBulkWorkflow: t.withAuth({ access: 'write' }).field({
    type: BulkJobType,
    description: 'Runs a workflow for each row of a file.',
    extensions: takesWorkflow,
    args: { input: t.arg({ type: StartBulkInputType, required: true }) },
    resolve: (_root, { input }, ctx) =>
      startBulkWorkflow(ctx, ctx.viewer, input, {
        traceparent: ctx.call.traceparent,
        signal: ctx.call.signal,
      }),
  }),
  continueBulkJob: t.withAuth({ access: 'write' }).field({
    type: BulkJobType,
    description: 'Runs the other rows of a bulk job whose first rows were tried.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => continueBulkJob(ctx, ctx.viewer, id),
  }),
  retryBulkFailures: t.withAuth({ access: 'write' }).field({
    type: BulkJobType,
    description: 'Runs the failed rows of a bulk job again, and those that it never began.',
    args: {
      id: t.arg.id({ required: true }),
      code: t.arg.string({ description: 'Only the rows that failed with this code.' }),
    },
    resolve: (_root, { id, ...which }, ctx) => retryBulkFailures(ctx, ctx.viewer, id, which),
  }),
  cancelBulkJob: t.withAuth({ access: 'write' }).field({
    type: BulkJobType,
    description: 'Stops a bulk job: no further row starts, and rows under way end.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => cancelBulkJob(ctx, ctx.viewer, id),
  }),
}));

builder.queryFields((t) => ({
  getBulkJob: t.withAuth({ access: 'read' }).field({
    type: BulkJobType,
    description: 'A bulk job with its counts, as it is now.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getBulkJob(ctx, ctx.viewer, id),
  }),
  getBulkRowResults: t.withAuth({ access: 'read' }).field({
    type: [BulkRowType],
    description: 'The rows of a bulk job, in the order of the file.',
    args: {
      id: t.arg.id({ required: true }),
      ...rowPageArgs,
      status: t.arg({ type: BulkRowStatusType }),
    },
    resolve: (_root, { id, ...page }, ctx) => listBulkRows(ctx, ctx.viewer, id, page),
  }),
  getBulkFailures: t.withAuth({ access: 'read' }).field({
    type: [BulkRowType],
    description: 'The failed rows of a bulk job, in the order of the file.',
    args: {
      id: t.arg.id({ required: true }),
      ...rowPageArgs,
      code: t.arg.string({ description: 'Only the rows that failed with this code.' }),
    },
    resolve: (_root, { id, ...page }, ctx) =>
      listBulkRows(ctx, ctx.viewer, id, { ...page, status: 'FAILED' }),
  }),
  groupBulkFailures: t.withAuth({ access: 'read' }).field({
    type: [BulkFailuresType],
    extensions: { rows: 100 },
    description: 'The failed rows of a bulk job by their code, the most frequent first.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => groupBulkFailures(ctx, ctx.viewer, id),
  }),
}));
