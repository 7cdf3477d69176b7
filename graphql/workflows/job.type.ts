import { builder } from '@/graphql/builder';
import { asked, JobErrorType, JobStepType, SpendingType } from '@/graphql/workflows/step.type';
import { limits, workflowLimits } from '@/lib/config/limits';
import { hasCompleted } from '@/lib/rules/job-status';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import { fileLink } from '@/lib/server/files/file-links';
import type { FileRow } from '@/lib/server/files/find-files';
import { MOST_INTERRUPTIONS } from '@/lib/server/jobs/ledger/interruptions';
import { workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { findReruns, mostNamedReruns } from '@/lib/server/workflows/get-job';
import type { InputFile, StartingKey } from '@/lib/server/workflows/views/job-request';
import type { JobView } from '@/lib/server/workflows/views/job-view';
import { jobStatuses } from '@/lib/validation/workflows';
import type { Interruption } from '@/prisma/generated/prisma/client';

export const JobStatusType = builder.enumType('JobStatus', { values: jobStatuses });

const JobWaitReasonType = builder.enumType('JobWaitReason', {
  values: {
    NO_WORKER: { description: 'No process that runs jobs is alive. The job goes on once one starts.' },
    APPROVAL: { description: 'A step waits for a person, and no other step is under way.' },
  },
});

const InterruptionType = builder.objectRef<Interruption>('JobInterruption').implement({
  description: 'A time in which a job that had begun was in no process of the server.',
  fields: (t) => ({
    lostAt: t.expose('lostAt', { type: 'EpochMillis', description: 'The last sign of its process.' }),
    foundAt: t.expose('foundAt', {
      type: 'EpochMillis',
      nullable: true,
      description: 'When another process found it; null if its own returned it to the queue.',
    }),
    resumedAt: t.expose('resumedAt', {
      type: 'EpochMillis',
      nullable: true,
      description: "When it continued; null if it hasn't.",
    }),
  }),
});

/** That an index entry has space for. */
const MOST_MODELS = 50;
/** The shortest code takes a fiftieth of the space, too. */
const MOST_CODES = 50;

const mostFiles = workflowLimits.steps * workflowLimits.processors;

const linkArgs = builder.args((t) => ({
  expires_in: t.int({ description: 'How many seconds the link works, 60 to 604,800; default: 3,600.' }),
}));

const JobFileType = builder.objectRef<FileRow>('JobFile').implement({
  description: 'A file that a postprocessor wrote.',
  fields: (t) => ({
    id: t.exposeID('id'),
    stepId: t.exposeID('stepId', { description: 'The step that wrote it.' }),
    name: t.exposeString('name'),
    type: t.exposeString('type', { description: 'Its media type.' }),
    bytes: t.exposeInt('size'),
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
    url: t.string({
      nullable: true,
      description: 'A signed link to it; null once it is no longer kept.',
      args: linkArgs,
      resolve: ({ id, hash }, { expires_in }, ctx) => (hash === null ? null : fileLink(ctx, id, expires_in)),
    }),
  }),
});

const JobInputFileType = builder.objectRef<InputFile>('JobInputFile').implement({
  description: 'The file that came with a workflow.',
  fields: (t) => ({
    name: t.exposeString('name'),
    bytes: t.exposeInt('bytes', { description: 'The size of its text in UTF-8.' }),
    beginning: t.exposeString('beginning', {
      nullable: true,
      description: "Its first 4,000 characters; null if it isn't text, or its job was started before 0.16.0.",
    }),
  }),
});

const JobApiKeyType = builder.objectRef<StartingKey>('JobApiKey').implement({
  description: 'The API key that a job was started with.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { nullable: true, description: 'Null if it has none, or was deleted.' }),
    hint: t.exposeString('hint', {
      nullable: true,
      description: 'The beginning and end of its secret; null if it was deleted.',
    }),
  }),
});

export const JobType = builder.objectRef<JobView>('Job').implement({
  description: 'One run of a workflow.',
  fields: (t) => ({
    jobId: t.exposeID('id'),
    name: t.exposeString('name', { description: 'The template that it counts under.' }),
    user_id: t.exposeID('userId', { description: 'The user who started it.' }),
    status: t.expose('status', { type: JobStatusType }),
    waitReason: t.field({
      type: JobWaitReasonType,
      nullable: true,
      description: 'Why nothing happens to it now; null if it only waits for its turn.',
      resolve: async ({ finishedAt, awaitsApproval }, _args, ctx) => {
        if (finishedAt !== null) return null;
        if (await awaitsApproval()) return 'APPROVAL';
        return workflowsOf(ctx).workers.areMissing ? 'NO_WORKER' : null;
      },
    }),
    result: t.field({
      type: 'JSON',
      nullable: true,
      // The outputs of its final steps, whose sizes are read first.
      extensions: { rowsRead: workflowLimits.steps },
      description: 'Null until it has completed.',
      resolve: (job, _args, { contents }) => job.result(contents),
    }),
    downloadUrl: t.string({
      nullable: true,
      extensions: { rowsRead: mostFiles },
      description:
        'A signed link to the file of the last step that wrote one, or to a ZIP of its files; null if there is none.',
      args: linkArgs,
      resolve: async (job, { expires_in }, ctx) => {
        const files = await job.files();
        return hasCompleted(job.status) && files.some(({ hash }) => hash !== null)
          ? fileLink(ctx, job.id, expires_in)
          : null;
      },
    }),
    files: t.field({
      type: [JobFileType],
      extensions: { rows: mostFiles },
      description: 'The files of its completed steps, in the order in which they were written.',
      resolve: async (job) => [...(await job.files())],
    }),
    error: t.expose('error', { type: JobErrorType, nullable: true }),
    deepestError: t.field({
      type: JobErrorType,
      nullable: true,
      extensions: { rowsRead: workflowLimits.steps },
      description:
        'The error of the failed step, or of its last call if it ran out of models; also of the first step that failed in a job that has completed.',
      resolve: (job) => job.deepestError(),
    }),
    models: t.stringList({
      extensions: { rows: MOST_MODELS },
      description: 'Once it has ended, the models that it called, in the order of their first calls.',
      resolve: async (job) => (await job.outcome()).models,
    }),
    errorCodes: t.stringList({
      extensions: { rows: MOST_CODES },
      description: 'Once it has ended, the codes with which its steps and calls failed.',
      resolve: async (job) => (await job.outcome()).errorCodes,
    }),
    withFallbacks: t.boolean({
      description: 'Once it has ended, whether a step needed another than its first model.',
      resolve: async (job) => (await job.outcome()).hasFallbacks,
    }),
    metadata: t.field({
      type: 'JSON',
      nullable: true,
      resolve: (job, _args, { contents }) => job.metadata(contents),
    }),
    workflow: t.withAuth(asked).field({
      type: 'JSON',
      nullable: true,
      description:
        'The request, to be sent again as a `StartWorkflowInput`, without its file; null once it is no longer kept.',
      resolve: (job, _args, { contents }) => job.workflow(contents),
    }),
    input: t.withAuth(asked).string({
      nullable: true,
      extensions: { rowsRead: limits.graphql.valuesOfJson },
      description: 'The text that it works on; null if there is none, or it is no longer kept.',
      resolve: async (job, _args, { contents }) => (await job.workflow(contents))?.input ?? null,
    }),
    variables: t.withAuth(asked).field({
      type: 'JSON',
      nullable: true,
      description: 'An object; null if there are none, or they are no longer kept.',
      resolve: async (job, _args, { contents }) => (await job.workflow(contents))?.variables ?? null,
    }),
    inputFile: t.withAuth(asked).field({
      type: JobInputFileType,
      nullable: true,
      extensions: { rowsRead: limits.graphql.valuesOfJson },
      description: 'Null if no file came with it, or it is no longer kept.',
      resolve: (job, _args, { contents }) => job.inputFile(contents),
    }),
    apiKey: t.withAuth(asked).field({
      type: JobApiKeyType,
      nullable: true,
      description: 'The key that it was started with; null if it was started in a session.',
      resolve: (job, _args, { contents }) => job.apiKey(contents),
    }),
    steps: t.field({
      type: [JobStepType],
      extensions: { rows: workflowLimits.steps },
      description: 'In the order of the input.',
      args: {
        ids: t.arg.idList({ description: 'Only these; ids that the job has no step of are ignored.' }),
      },
      resolve: async (job, { ids }) => {
        const steps = await job.steps();
        const wanted = ids ? new Set(ids) : null;
        return wanted ? steps.filter(({ stepId }) => wanted.has(stepId)) : [...steps];
      },
    }),
    attempts: t.exposeInt('attempts', { description: 'Calls of models.' }),
    tokensIn: t.expose('tokensIn', { type: 'Count' }),
    tokensOut: t.expose('tokensOut', { type: 'Count' }),
    cost: t.float({
      nullable: true,
      description: "US dollars over all attempts; null if a model's price isn't known.",
      resolve: ({ costNanos }) => dollarsOfNanos(costNanos),
    }),
    spent: t.field({
      type: SpendingType,
      // All three sums are read at once.
      extensions: { rowsRead: limits.list.max / 3 },
      description: 'Over all its attempts.',
      resolve: async (job) => (await job.spending()).total,
    }),
    spentWithoutResult: t.field({
      type: SpendingType,
      extensions: { rowsRead: limits.list.max / 3 },
      description: 'Of all its attempts that gave nothing that could be used.',
      resolve: async (job) => (await job.spending()).withoutResult,
    }),
    interruptions: t.field({
      type: [InterruptionType],
      extensions: { rows: MOST_INTERRUPTIONS },
      description: 'When it was in no process, in order.',
      resolve: async (job) => [...(await job.interruptions())],
    }),
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
    startedAt: t.expose('startedAt', { type: 'EpochMillis', nullable: true }),
    finishedAt: t.expose('finishedAt', { type: 'EpochMillis', nullable: true }),
    rerunOf: t.id({
      nullable: true,
      description: 'The job that it runs again, which may be deleted by now; null if it runs none again.',
      resolve: (job) => job.rerunOf(),
    }),
    reruns: t.withAuth(asked).idList({
      nullable: true,
      // It's read for each job.
      extensions: { rows: mostNamedReruns, rowsRead: limits.list.max / 3 },
      description: `The newest ${mostNamedReruns} jobs that run it again, of those that the caller may see, newest first.`,
      resolve: ({ id }, _args, ctx) => findReruns(ctx, ctx.viewer, id),
    }),
    bulkJobId: t.id({
      nullable: true,
      description: 'The bulk job that started it for a row; null for a single job.',
      resolve: async (job) => (await job.rowPlace())?.runId ?? null,
    }),
    bulkLine: t.int({
      nullable: true,
      description: "That row's line in its file; null once the row has a later job, or is no longer kept.",
      resolve: async (job) => (await job.rowPlace())?.line ?? null,
    }),
    contentRemoved: t.exposeBoolean('isPruned', {
      description: 'Whether its input and outputs are no longer kept.',
    }),
  }),
});
