import { builder } from '@/graphql/builder';
import { BulkFileType, BulkFormatType } from '@/graphql/bulk/bulk-file.type';
import { CallbackType } from '@/graphql/webhooks/webhooks.types';
import { asked } from '@/graphql/workflows/step.type';
import { StartWorkflowInputType } from '@/graphql/workflows/workflow.inputs';
import { limits, workflowLimits } from '@/lib/config/limits';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import { linkToSheet, sheetColumnNames } from '@/lib/server/bulk/find-sheet';
import { fileOfRun } from '@/lib/server/bulk/get-bulk-file';
import { receiversOfRun, workflowOfRun } from '@/lib/server/bulk/get-run-request';
import type { BulkRowView, FailureGroup } from '@/lib/server/bulk/list-bulk-rows';
import type { BulkRunView } from '@/lib/server/bulk/views/bulk-run-view';
import type { RunCallback } from '@/lib/server/jobs/ledger/report-bulk-runs';
import { listRunMessages, messagesShown } from '@/lib/server/webhooks/list-deliveries';

const BulkKindType = builder.enumType('BulkJobKind', {
  values: {
    WORKFLOW: { description: "A workflow, whose variables are a row's columns." },
    CHAT_BATCH: { description: "A chat completion in each row, in OpenAI's batch format." },
  },
});

export const BulkStatusType = builder.enumType('BulkJobStatus', {
  values: {
    QUEUED: { description: 'No row has started.' },
    RUNNING: { description: 'Rows are running.' },
    TRIED: { description: 'The rows to be tried have ended; the others wait for continueBulkJob.' },
    STOPPED: { description: 'It takes no further rows; `error` says why.' },
    CANCELED: { description: 'Stopped by a caller, or because its owner may no longer start jobs.' },
    COMPLETED: { description: 'Every row has completed or was skipped.' },
    COMPLETED_WITH_FAILURES: { description: 'Every row has ended; some failed.' },
    FAILED: { description: 'Every row has ended; none completed.' },
  },
});

export const BulkRowStatusType = builder.enumType('BulkRowStatus', {
  values: {
    HELD: { description: 'Waits for continueBulkJob.' },
    PENDING: { description: 'Waits for its turn.' },
    RUNNING: {},
    COMPLETED: {},
    FAILED: {},
    CANCELED: {},
    SKIPPED: { description: 'Its condition is false.' },
  },
});

const alsoSteps = "Also the outputs of earlier steps, whose columns begin with the step's id";

interface BulkError {
  code: string;
  message: string;
  stepId?: string | null;
}

const BulkErrorType = builder.objectRef<BulkError>('BulkError').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    stepId: t.id({ nullable: true, resolve: ({ stepId }) => stepId ?? null }),
  }),
});

const BulkReceiverType = builder.objectRef<RunCallback>('BulkReceiver').implement({
  description: 'A receiver of what becomes of a bulk job.',
  fields: (t) => ({
    url: t.exposeString('url'),
    progress: t.exposeBoolean('progress', {
      description: 'Whether it also gets a message once 25, 50, and 75 % of all rows have ended.',
    }),
  }),
});

export const BulkJobType = builder.objectRef<BulkRunView>('BulkJob').implement({
  description: 'A workflow over the rows of a file.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    user_id: t.exposeID('userId', { description: 'The user who started it.' }),
    fileId: t.exposeID('fileId'),
    file: t.withAuth(asked).field({
      type: BulkFileType,
      nullable: true,
      // Its bad rows are read, so no list does.
      extensions: { rowsRead: limits.list.max },
      description: 'The file of its rows, with the rows that were left out.',
      resolve: ({ fileId }, _args, ctx) => fileOfRun(ctx, fileId),
    }),
    workflow: t.withAuth(asked).field({
      type: 'JSON',
      nullable: true,
      // It can have 1 MiB, so no list reads it.
      extensions: { rowsRead: limits.list.max },
      description:
        'The workflow of each row, to be sent again as a `StartWorkflowInput`; null for a batch, and once it is no longer kept.',
      resolve: ({ id }, _args, ctx) => workflowOfRun(ctx, id, ctx.contents),
    }),
    receivers: t.withAuth(asked).field({
      type: [BulkReceiverType],
      nullable: true,
      // It comes with the workflow.
      extensions: { rows: workflowLimits.callbacks, rowsRead: limits.list.max },
      description: 'Where its progress and end are reported; none once they are no longer kept.',
      resolve: ({ id }, _args, ctx) => receiversOfRun(ctx, id),
    }),
    kind: t.expose('kind', { type: BulkKindType }),
    status: t.expose('status', { type: BulkStatusType }),
    concurrency: t.exposeInt('concurrency', { description: 'Rows at the same time.' }),
    totalRows: t.exposeInt('totalRows', { description: 'Rows of the file without its bad ones.' }),
    heldRows: t.exposeInt('heldRows'),
    pendingRows: t.exposeInt('pendingRows'),
    runningRows: t.exposeInt('runningRows'),
    completedRows: t.exposeInt('completedRows'),
    failedRows: t.exposeInt('failedRows'),
    canceledRows: t.exposeInt('canceledRows'),
    skippedRows: t.exposeInt('skippedRows'),
    progress: t.exposeFloat('progress', { description: 'Percent of the rows that have ended.' }),
    rowsPerSecond: t.exposeFloat('rowsPerSecond', {
      nullable: true,
      description: 'Since it was last started, continued, or retried; null unless rows run and have ended.',
    }),
    secondsLeft: t.exposeInt('secondsLeft', {
      nullable: true,
      description: 'By that pace.',
    }),
    cost: t.float({
      nullable: true,
      description: "US dollars of the jobs that have ended; null if a model's price isn't known.",
      resolve: ({ costNanos }) => dollarsOfNanos(costNanos),
    }),
    expectedCost: t.float({
      nullable: true,
      description:
        'US dollars of the whole run: as it was estimated, and by the rows that have ended once there are some.',
      resolve: ({ expectedNanos }) => dollarsOfNanos(expectedNanos),
    }),
    onlyIf: t.exposeString('onlyIf', {
      nullable: true,
      description: 'The condition that chose its rows; null if all run.',
    }),
    stopAfterFailures: t.exposeInt('stopAfterFailures', { nullable: true }),
    stopAfterCost: t.float({
      nullable: true,
      description: 'US dollars.',
      resolve: ({ stopAfterNanos }) => dollarsOfNanos(stopAfterNanos),
    }),
    error: t.expose('error', {
      type: BulkErrorType,
      nullable: true,
      description: 'Why it takes no further rows.',
    }),
    downloadUrl: t.string({
      nullable: true,
      // Chosen columns are looked for among the fields of the results.
      extensions: { rowsRead: limits.list.max },
      description:
        "A signed link to the file's columns beside the results, as they are when it is opened; null once the rows are no longer kept.",
      args: {
        format: t.arg({ type: BulkFormatType, description: 'Default: that of the file.' }),
        columns: t.arg.stringList({
          description:
            'By their names, in this order: columns of the file, `line`, `status`, the fields of the results, `error_code`, `error_message`, `job_id`, `cost`. Default: all.',
        }),
        status: t.arg({ type: BulkRowStatusType, description: 'Only the rows with it.' }),
        withSteps: t.arg.boolean({ description: `${alsoSteps}. Default: false.` }),
        expires_in: t.arg.int({
          description: 'How many seconds the link works, 60 to 604,800; default: 3,600.',
        }),
      },
      resolve: ({ id }, options, ctx) => linkToSheet(ctx, id, { ...options, signal: ctx.call.signal }),
    }),
    downloadColumns: t.stringList({
      nullable: true,
      // Up to 1,000 of the file, as many of the results, and six of the row itself.
      extensions: { rows: 2 * limits.list.max + 6 },
      description: 'The columns that the file of downloadUrl has now; null once the rows are no longer kept.',
      args: {
        status: t.arg({ type: BulkRowStatusType, description: 'Only the rows with it.' }),
        withSteps: t.arg.boolean({ description: `${alsoSteps}. Default: false.` }),
      },
      resolve: ({ id }, options, ctx) => sheetColumnNames(ctx, id, { ...options, signal: ctx.call.signal }),
    }),
    callbacks: t.field({
      type: [CallbackType],
      extensions: { rows: messagesShown },
      description: 'Its last 50 messages to receivers, newest first.',
      resolve: ({ id }, _args, ctx) => listRunMessages(ctx, id),
    }),
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
    startedAt: t.expose('startedAt', { type: 'EpochMillis', nullable: true }),
    finishedAt: t.expose('finishedAt', { type: 'EpochMillis', nullable: true }),
  }),
});

export const BulkRowType = builder.objectRef<BulkRowView>('BulkRow').implement({
  description: 'A row of a bulk job.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Also the cursor for paging.' }),
    line: t.exposeInt('line', { description: 'In the file, from 1.' }),
    status: t.expose('status', { type: BulkRowStatusType }),
    jobId: t.exposeID('jobId', { nullable: true, description: 'Its last job; null until it starts.' }),
    variables: t.field({
      type: 'JSON',
      nullable: true,
      description: "The row's values by column; null once they are no longer kept.",
      resolve: (row, _args, { contents }) => row.values(contents),
    }),
    result: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Null until it has completed, if its last step was skipped, and once it is no longer kept.',
      resolve: (row, _args, { contents }) => row.result(contents),
    }),
    error: t.expose('error', { type: BulkErrorType, nullable: true }),
  }),
});

export const BulkFailuresType = builder.objectRef<FailureGroup>('BulkFailureGroup').implement({
  description: 'Rows that failed with the same code.',
  fields: (t) => ({
    code: t.exposeString('code'),
    count: t.exposeInt('count'),
    example: t.expose('example', { type: BulkRowType, description: 'The first of them.' }),
  }),
});

const BulkCallbackInputType = builder.inputType('BulkCallbackInput', {
  description: 'A receiver of what becomes of a bulk job: a message at each of its ends.',
  fields: (t) => ({
    url: t.string({ required: true }),
    progress: t.boolean({
      description: 'Also one each once 25, 50, and 75 % of all rows have ended. Default: false.',
    }),
  }),
});

const TrySelectionType = builder.enumType('TrySelection', {
  values: {
    FIRST: { description: 'The first rows of the file.' },
    SPREAD: { description: 'Rows at equal distances.' },
  },
});

export const StartBulkInputType = builder.inputType('StartBulkWorkflowInput', {
  fields: (t) => ({
    fileId: t.id({ required: true }),
    workflow: t.field({
      type: StartWorkflowInputType,
      required: true,
      description:
        "The workflow of each row. The row's columns are its variables. A variable of its own may name columns, as `{{ row.name }}`.",
    }),
    onlyIf: t.string({ description: 'A CEL expression; rows for which it is false are skipped.' }),
    concurrency: t.int({ description: 'Rows at the same time, 1 to 16; default: 4.' }),
    stopAfterFailures: t.int({ description: 'Once so many rows have failed, no further row starts.' }),
    stopAfterCost: t.float({
      description: 'Once the rows have cost so many US dollars, no further row starts.',
    }),
    callbacks: t.field({ type: [BulkCallbackInputType], description: 'At most 10.' }),
    tryRows: t.int({ description: 'Runs so many rows, 1 to 100, and then waits for continueBulkJob.' }),
    trySelection: t.field({ type: TrySelectionType, description: 'Which rows to try; default: FIRST.' }),
    tryLines: t.intList({ description: 'Instead of tryRows: the lines of the rows to try, at most 100.' }),
  }),
});

/** The paging arguments of rows, which are in the order of the file. */
export const rowPageArgs = builder.args((t) => ({
  limit: t.int({ description: 'How many rows, 1 to 1,000; default: 1,000.' }),
  after: t.id({ description: 'The id of a row: answer those that follow it.' }),
  before: t.id({ description: 'The id of a row: answer those just above it.' }),
}));
