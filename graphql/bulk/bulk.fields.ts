import { builder } from '@/graphql/builder';
import {
  BulkFailuresType,
  BulkJobType,
  BulkRowStatusType,
  BulkRowType,
  BulkStatusType,
  rowPageArgs,
  StartBulkInputType,
} from '@/graphql/bulk/bulk.types';
import { BulkFileType } from '@/graphql/bulk/bulk-file.type';
import { BulkPlanType } from '@/graphql/bulk/bulk-plan.type';
import { takesWorkflow } from '@/graphql/root-fields';
import { pageArgs, partPage } from '@/graphql/shared-args';
import { takesFiles } from '@/graphql/uploads';
import { optionsOf, startArgs } from '@/graphql/workflows/start-args';
import { limits } from '@/lib/config/limits';
import { cancelBulkRun } from '@/lib/server/bulk/cancel-bulk-run';
import { getBulkFile, listBulkFiles } from '@/lib/server/bulk/get-bulk-file';
import { bulkRunUpdates, getBulkRun } from '@/lib/server/bulk/get-bulk-run';
import { groupBulkFailures, listBulkRows } from '@/lib/server/bulk/list-bulk-rows';
import { listBulkRuns } from '@/lib/server/bulk/list-bulk-runs';
import { planBulkWorkflow } from '@/lib/server/bulk/plan-bulk-workflow';
import { continueBulkRun, retryBulkFailures } from '@/lib/server/bulk/retry-bulk-failures';
import { startBulkWorkflow } from '@/lib/server/bulk/start-bulk-workflow';
import { uploadBulkFile } from '@/lib/server/bulk/upload-bulk-file';

const newLimit = 'Its new limit, US dollars, above what it has cost. Default: the one it has.';

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
    args: {
      input: t.arg({ type: StartBulkInputType, required: true }),
      idempotencyKey: startArgs.idempotencyKey,
    },
    resolve: (_root, { input, ...args }, ctx, info) =>
      startBulkWorkflow(ctx, ctx.viewer, input, optionsOf(args, ctx, info)),
  }),
  continueBulkJob: t.withAuth({ access: 'write' }).field({
    type: BulkJobType,
    description: 'Runs the other rows of a bulk job whose first rows were tried.',
    args: { id: t.arg.id({ required: true }), stopAfterCost: t.arg.float({ description: newLimit }) },
    resolve: (_root, { id, ...options }, ctx) => continueBulkRun(ctx, ctx.viewer, id, options),
  }),
  retryBulkFailures: t.withAuth({ access: 'write' }).field({
    type: BulkJobType,
    description: 'Runs the failed rows of a bulk job again, and those that it never began.',
    args: {
      id: t.arg.id({ required: true }),
      code: t.arg.string({ description: 'Only the rows that failed with this code.' }),
      rows: t.arg.idList({ description: 'Only these rows, at most 1,000.' }),
      stopAfterCost: t.arg.float({ description: newLimit }),
    },
    resolve: (_root, { id, ...which }, ctx) => retryBulkFailures(ctx, ctx.viewer, id, which),
  }),
  cancelBulkJob: t.withAuth({ access: 'write' }).field({
    type: BulkJobType,
    description: 'Stops a bulk job: no further row starts, and rows under way end.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => cancelBulkRun(ctx, ctx.viewer, id),
  }),
}));

builder.queryFields((t) => ({
  planBulkWorkflow: t.withAuth({ access: 'read' }).field({
    type: BulkPlanType,
    description: 'Checks a bulk run with all rows of its file and says how it would run, without running it.',
    extensions: takesWorkflow,
    args: { input: t.arg({ type: StartBulkInputType, required: true }) },
    resolve: (_root, { input }, ctx) => planBulkWorkflow(ctx, ctx.viewer, input, ctx.call.signal),
  }),
  getBulkFile: t.withAuth({ access: 'read' }).field({
    type: BulkFileType,
    args: { fileId: t.arg.id({ required: true }) },
    resolve: (_root, { fileId }, ctx) => getBulkFile(ctx, ctx.viewer, fileId),
  }),
  listBulkFiles: t.withAuth({ access: 'read' }).field({
    type: [BulkFileType],
    description:
      "The files that runs can be started over, newest first: the caller's own, or for an admin the account's.",
    args: pageArgs,
    resolve: (_root, page, ctx) => listBulkFiles(ctx, ctx.viewer, page),
  }),
  listBulkJobs: t.withAuth({ access: 'read' }).field({
    type: [BulkJobType],
    description: "The caller's own bulk jobs, or for an admin the account's, newest first.",
    args: {
      ...pageArgs,
      userId: t.arg.id({ description: 'The user who started them.' }),
      name: t.arg.string({
        description: 'Part of their name in any case, or the beginning of their id.',
      }),
      status: t.arg({ type: BulkStatusType }),
    },
    resolve: (_root, args, ctx) => listBulkRuns(ctx, ctx.viewer, partPage(args)),
  }),
  getBulkJob: t.withAuth({ access: 'read' }).field({
    type: BulkJobType,
    description: 'A bulk job with its counts, as it is now.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getBulkRun(ctx, ctx.viewer, id),
  }),
  getBulkRowResults: t.withAuth({ access: 'read' }).field({
    type: [BulkRowType],
    description: 'The rows of a bulk job, in the order of the file.',
    args: {
      id: t.arg.id({ required: true }),
      ...rowPageArgs,
      status: t.arg({ type: BulkRowStatusType }),
      started: t.arg.boolean({
        description: 'Only rows with a job; while other rows are HELD, the tried ones.',
      }),
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

builder.subscriptionFields((t) => ({
  bulkJobUpdates: t.withAuth({ access: 'read' }).field({
    type: BulkJobType,
    description: 'A bulk job as it is, then again as its counts change, until it ends.',
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_root, { id }, ctx) => bulkRunUpdates(ctx, ctx.viewer, id, ctx.call.signal),
    resolve: (run) => run,
  }),
}));
