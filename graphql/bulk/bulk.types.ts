import { builder } from '@/graphql/builder';
import { nanoDollars } from '@/graphql/dollars';
import { CallbackType } from '@/graphql/webhooks/webhooks.types';
import { costFields, PlannedStepType } from '@/graphql/workflows/plan.type';
import { StartWorkflowInputType } from '@/graphql/workflows/workflow.inputs';
import { limits, workflowLimits } from '@/lib/config/limits';
import type { RowEstimate } from '@/lib/server/bulk/estimate-rows';
import { linkToSheet } from '@/lib/server/bulk/find-sheet';
import type { BulkRowView, FailureGroup } from '@/lib/server/bulk/list-bulk-rows';
import type { BulkPlanView, ExampleStep, RowProblem } from '@/lib/server/bulk/plan-bulk-workflow';
import type { BulkFileView } from '@/lib/server/bulk/views/bulk-file-view';
import type { BulkRunView } from '@/lib/server/bulk/views/bulk-run-view';
import { listRunMessages, messagesShown } from '@/lib/server/webhooks/list-deliveries';

const BulkFormatType = builder.enumType('BulkFormat', { values: ['CSV', 'JSONL', 'XLSX'] as const });

const ColumnTypeType = builder.enumType('ColumnType', {
  description: "What a column's values look like. The values stay as they are: in CSV, all are text.",
  values: ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE', 'JSON'] as const,
});

const BulkColumnType = builder.objectRef<BulkFileView['columns'][number]>('BulkColumn').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    type: t.expose('type', {
      type: ColumnTypeType,
      nullable: true,
      description: 'Null if all values are empty.',
    }),
  }),
});

const BadRowType = builder.objectRef<BulkFileView['badRows'][number]>('BadRow').implement({
  description: "A row that is left out, because it can't run.",
  fields: (t) => ({
    line: t.exposeInt('line', {
      description: 'In the file, from 1; of a row with several lines, the first.',
    }),
    column: t.exposeString('column', {
      nullable: true,
      description: 'Null if the row as a whole is at fault.',
    }),
    message: t.exposeString('message'),
  }),
});

interface PreviewRow {
  line: number;
  values: unknown;
}

const BulkPreviewRowType = builder.objectRef<PreviewRow>('BulkPreviewRow').implement({
  fields: (t) => ({
    line: t.exposeInt('line'),
    values: t.expose('values', { type: 'JSON', description: 'By column.' }),
  }),
});

export const BulkFileType = builder.objectRef<BulkFileView>('BulkFile').implement({
  description: 'A file whose rows a bulk run takes.',
  fields: (t) => ({
    fileId: t.exposeID('id'),
    name: t.exposeString('name'),
    format: t.expose('format', { type: BulkFormatType }),
    columns: t.field({
      type: [BulkColumnType],
      extensions: { rows: limits.list.max },
      resolve: ({ columns }) => [...columns],
    }),
    rowCount: t.exposeInt('rowCount', { description: 'Rows that can run.' }),
    badCount: t.exposeInt('badCount', { description: 'Rows that are left out.' }),
    badRows: t.field({
      type: [BadRowType],
      description: 'The rows that are left out, in the order of the file.',
      args: { limit: t.arg.int({ description: 'The first ones, 1 to 1,000; default: 1,000.' }) },
      resolve: ({ badRows }, { limit }) => badRows.slice(0, boundedLimit(limit)),
    }),
    preview: t.field({
      type: [BulkPreviewRowType],
      extensions: { rows: 5 },
      description: 'The first five rows that can run.',
      resolve: (file) => file.preview(),
    }),
    size: t.exposeInt('size', { description: 'Bytes.' }),
    user_id: t.exposeID('userId', { description: 'The user who uploaded it.' }),
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
    expires_at: t.expose('expiresAt', {
      type: 'EpochMillis',
      description: 'From then on, no run can be started over it.',
    }),
  }),
});

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

export const BulkJobType = builder.objectRef<BulkRunView>('BulkJob').implement({
  description: 'A workflow over the rows of a file.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    user_id: t.exposeID('userId', { description: 'The user who started it.' }),
    fileId: t.exposeID('fileId'),
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
      resolve: ({ costNanos }) => nanoDollars(costNanos),
    }),
    expectedCost: t.float({
      nullable: true,
      description:
        'US dollars of the whole run: as it was estimated, and by the rows that have ended once there are some.',
      resolve: ({ expectedNanos }) => nanoDollars(expectedNanos),
    }),
    onlyIf: t.exposeString('onlyIf', {
      nullable: true,
      description: 'The condition that chose its rows; null if all run.',
    }),
    stopAfterFailures: t.exposeInt('stopAfterFailures', { nullable: true }),
    stopAfterCost: t.float({
      nullable: true,
      description: 'US dollars.',
      resolve: ({ stopAfterNanos }) => nanoDollars(stopAfterNanos),
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
            'By their names, in this order: columns of the file, `status`, the fields of the results, `error_code`, `error_message`, `job_id`, `cost`. Default: all.',
        }),
        status: t.arg({ type: BulkRowStatusType, description: 'Only the rows with it.' }),
        expires_in: t.arg.int({
          description: 'How many seconds the link works, 60 to 604,800; default: 3,600.',
        }),
      },
      resolve: ({ id }, options, ctx) => linkToSheet(ctx, id, { ...options, signal: ctx.call.signal }),
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
      description: 'Null until it has completed.',
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

const RowEstimateType = builder.objectRef<RowEstimate>('BulkRowEstimate').implement({
  fields: (t) => ({
    line: t.exposeInt('line'),
    estimatedTokens: t.expose('estimatedTokens', { type: 'Count' }),
    ...costFields(t),
  }),
});

const RowProblemType = builder.objectRef<RowProblem>('BulkRowProblem').implement({
  fields: (t) => ({
    line: t.exposeInt('line'),
    stepId: t.exposeID('stepId'),
    message: t.exposeString('message'),
  }),
});

const ExampleStepType = builder.objectRef<ExampleStep>('BulkExampleStep').implement({
  fields: (t) => ({
    stepId: t.exposeID('stepId'),
    input: t.exposeString('input', {
      nullable: true,
      description: 'Null if it works on the input or on what it depends on.',
    }),
    instructions: t.exposeString('instructions'),
  }),
});

const BulkExampleType = builder.objectRef<NonNullable<BulkPlanView['example']>>('BulkExample').implement({
  description: "The templates of the steps with a row's values, without the outputs of other steps.",
  fields: (t) => ({
    line: t.exposeInt('line'),
    steps: t.field({
      type: [ExampleStepType],
      extensions: { rows: workflowLimits.steps },
      resolve: ({ steps }) => steps,
    }),
  }),
});

export const BulkPlanType = builder.objectRef<BulkPlanView>('BulkPlan').implement({
  description: 'How a workflow would run now over the rows of a file.',
  fields: (t) => ({
    rowCount: t.exposeInt('rowCount', { description: 'Rows that would run.' }),
    skippedCount: t.exposeInt('skippedCount', { description: 'Rows that onlyIf leaves out, at no cost.' }),
    estimatedTokens: t.expose('estimatedTokens', { type: 'Count' }),
    ...costFields(t),
    shortest: t.expose('shortest', {
      type: RowEstimateType,
      nullable: true,
      description: 'The row with the fewest tokens among those that fit a model.',
    }),
    longest: t.expose('longest', { type: RowEstimateType, nullable: true }),
    steps: t.field({
      type: [PlannedStepType],
      extensions: { rows: workflowLimits.steps },
      description: 'The steps of the longest row.',
      resolve: ({ steps }) => steps,
    }),
    problemCount: t.exposeInt('problemCount', { description: 'Rows that would fail.' }),
    problems: t.field({
      type: [RowProblemType],
      extensions: { rows: limits.bulkRun.named },
      description: 'The first 100 of them: a template fails, or no model holds the row.',
      resolve: ({ problems }) => problems,
    }),
    example: t.expose('example', {
      type: BulkExampleType,
      nullable: true,
      description: 'The first row that would run.',
    }),
  }),
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

const boundedLimit = (limit: number | null | undefined): number =>
  Math.min(Math.max(limit ?? limits.list.max, 1), limits.list.max);
