import { builder } from '@/graphql/builder';
import { nanoDollars } from '@/graphql/dollars';
import { StepApprovalType } from '@/graphql/workflows/approval.types';
import { limits, workflowLimits } from '@/lib/config/limits';
import { errorDocs, isWorkflowError } from '@/lib/config/workflow-errors';
import { hasCompleted } from '@/lib/rules/job-status';
import { fileLink } from '@/lib/server/files/file-links';
import type { FileRow } from '@/lib/server/files/find-files';
import { MOST_INTERRUPTIONS } from '@/lib/server/jobs/ledger/interruptions';
import type { KeptMessage } from '@/lib/server/jobs/ledger/step-prompts';
import { workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import type { AttemptView } from '@/lib/server/workflows/list-attempts';
import type { StepView } from '@/lib/server/workflows/views/job-contents';
import type { InputFile, StartingKey } from '@/lib/server/workflows/views/job-request';
import type { JobView } from '@/lib/server/workflows/views/job-view';
import type { Spending } from '@/lib/server/workflows/views/read-attempts';
import { jobStatuses } from '@/lib/validation/workflows';
import type { Interruption } from '@/prisma/generated/prisma/client';

export const JobStatusType = builder.enumType('JobStatus', { values: jobStatuses });

const JobWaitReasonType = builder.enumType('JobWaitReason', {
  values: {
    NO_WORKER: { description: 'No process that runs jobs is alive. The job goes on once one starts.' },
    APPROVAL: { description: 'A step waits for a person, and no other step is under way.' },
  },
});

export const StepStatusType = builder.enumType('StepStatus', {
  values: ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'SKIPPED', 'CANCELED'] as const,
});

const AttemptOutcomeType = builder.enumType('AttemptOutcome', {
  values: {
    RUNNING: { description: 'It is under way.' },
    ANSWERED: { description: 'Its answer was used.' },
    FAILED: { description: 'It gave no answer, or none that could be used.' },
    CANCELED: { description: 'It was ended with its job.' },
    LOST: { description: 'Its process ended while it was under way; tokens and cost are estimates.' },
    PASSED_OVER: { description: "The model wasn't called." },
  },
});

const JobErrorType = builder.objectRef<NonNullable<JobView['error']>>('JobError').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    stepId: t.exposeID('stepId', { nullable: true }),
    retryable: t.boolean({
      description: 'Whether the same workflow may succeed when it is started again.',
      resolve: (error) => error.isRetryable(),
    }),
    docs: t.string({
      description: 'The address of the documentation of its code, on this server.',
      resolve: ({ code }) => errorDocs(code),
    }),
  }),
});

const PromptMessageType = builder.objectRef<KeptMessage>('PromptMessage').implement({
  description: 'A message as it left for a provider, with placeholders for hidden values.',
  fields: (t) => ({
    role: t.exposeString('role', { description: '`system`, `user`, or `assistant`.' }),
    content: t.exposeString('content', { description: 'Its text; of a very long one, the beginning.' }),
    ending: t.exposeString('ending', {
      nullable: true,
      description: 'Of a very long one, the end; null if `content` is all of it.',
    }),
    bytes: t.exposeInt('bytes', { description: 'The size of its whole text in UTF-8.' }),
    attempt: t.exposeInt('number', { description: 'The number of the attempt that sent it first.' }),
  }),
});

const SpendingType = builder.objectRef<Spending>('JobSpending').implement({
  description:
    "The cost of calls that have ended, in US dollars. Costs that aren't known are counted, never 0.",
  fields: (t) => ({
    cost: t.float({
      description: 'Of the calls whose cost is known.',
      resolve: ({ knownNanos }) => knownNanos / 1e9,
    }),
    unknownCalls: t.exposeInt('unknownCalls', { description: "Calls whose cost isn't known." }),
    estimated: t.exposeBoolean('estimated', { description: 'Whether tokens of some are an estimate.' }),
  }),
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

/** A key that may only start and cancel jobs doesn't read what others were asked. */
const asked = { access: 'read' } as const;

const JobStepType = builder.objectRef<StepView>('JobStep').implement({
  fields: (t) => ({
    id: t.exposeID('stepId'),
    task: t.exposeString('task'),
    status: t.expose('status', { type: StepStatusType }),
    output: t.field({
      type: 'JSON',
      nullable: true,
      description: 'In the shape of its task.',
      resolve: (step, _args, { contents }) => step.output(contents),
    }),
    outputBytes: t.exposeInt('outputBytes', {
      nullable: true,
      description: 'The size of its output as JSON in UTF-8; null if it has none.',
    }),
    model: t.exposeString('model', {
      nullable: true,
      description:
        "`provider/model` that wrote the output; null if the step hasn't completed, failed, or called no model.",
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why the first model was chosen.' }),
    attempts: t.exposeInt('attempts', { description: 'Calls of models.' }),
    fallbacks: t.exposeStringList('fallbacks', {
      extensions: { rows: workflowLimits.fallbacks },
      description: 'Models that were called and failed before that one, in order.',
    }),
    truncated: t.exposeBoolean('truncated', { description: 'Whether its answer reached `max_tokens`.' }),
    latencyMs: t.exposeInt('latencyMs', { nullable: true }),
    tokensIn: t.expose('tokensIn', { type: 'Count' }),
    tokensOut: t.expose('tokensOut', { type: 'Count' }),
    cost: t.float({
      nullable: true,
      description: "US dollars over all attempts; null if a model's price isn't known.",
      resolve: ({ costNanos }) => nanoDollars(costNanos),
    }),
    spentWithoutResult: t.field({
      type: SpendingType,
      // With its job and the other steps, all attempts are read once.
      extensions: { rowsRead: limits.list.max / workflowLimits.steps / 3 },
      description: 'Of its attempts that gave nothing that could be used.',
      resolve: async (step) => (await step.spending()).withoutResult,
    }),
    error: t.expose('error', { type: JobErrorType, nullable: true }),
    definition: t.withAuth(asked).field({
      type: 'JSON',
      nullable: true,
      description: 'The step in `workflow` of its job; null once it is no longer kept.',
      resolve: (step, _args, { contents }) => step.definition(contents),
    }),
    conditionValues: t.withAuth(asked).field({
      type: 'JSON',
      nullable: true,
      description:
        'The values that its condition read, by their names, such as `steps.topic.output`; null if none was decided.',
      resolve: (step, _args, { contents }) => step.conditionValues(contents),
    }),
    messages: t.withAuth(asked).field({
      type: [PromptMessageType],
      nullable: true,
      extensions: { rows: workflowLimits.prompt.messages },
      description:
        'The messages that its attempts sent to providers, each once, in the order in which they left; null if no model was called, or they are no longer kept.',
      resolve: (step, _args, { contents }) => step.messages(contents),
    }),
    moreMessages: t.boolean({
      extensions: { rowsRead: workflowLimits.prompt.messages },
      description: 'Whether it sent further messages, which are beyond what is kept of a step.',
      resolve: (step) => step.hasMoreMessages(),
    }),
    startedAt: t.expose('startedAt', { type: 'EpochMillis', nullable: true }),
    finishedAt: t.expose('finishedAt', { type: 'EpochMillis', nullable: true }),
    waitingUntil: t.expose('waitingUntil', {
      type: 'EpochMillis',
      nullable: true,
      description: 'When a step that waits for its provider continues, or for a person at the latest.',
    }),
    approval: t.field({
      type: StepApprovalType,
      nullable: true,
      description: 'What it has asked a person; null if nothing.',
      resolve: (step) => step.approval(),
    }),
    reusedFrom: t.exposeID('reusedFrom', {
      nullable: true,
      description:
        'The job whose run made its outcome, if that was reused: then it has no attempt and no cost of its own.',
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
      resolve: ({ costNanos }) => nanoDollars(costNanos),
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

const tokenKinds = ['input', 'cachedInput', 'cacheWrite', 'output', 'reasoning'] as const;

export const TokenPricesType = builder
  .objectRef<NonNullable<AttemptView['prices']>>('TokenPrices')
  .implement({
    description: 'US dollars per million tokens.',
    fields: (t) =>
      Object.fromEntries(
        // A nano-dollar per token is a thousandth of a dollar per million.
        tokenKinds.map((kind) => [kind, t.float({ resolve: (prices) => prices[kind] / 1_000 })]),
      ) as Record<(typeof tokenKinds)[number], ReturnType<typeof t.float>>,
  });

export const JobAttemptType = builder.objectRef<AttemptView>('JobAttempt').implement({
  description: 'One request to a provider, or a model that was passed over.',
  fields: (t) => ({
    stepId: t.exposeID('stepId'),
    number: t.exposeInt('number', { description: 'Within its step, from 1.' }),
    model: t.exposeString('model'),
    outcome: t.expose('outcome', { type: AttemptOutcomeType }),
    code: t.exposeString('code', { nullable: true }),
    message: t.exposeString('message', { nullable: true }),
    docs: t.string({
      nullable: true,
      description: 'The address of the documentation of its code, on this server.',
      resolve: ({ code }) => (code !== null && isWorkflowError(code) ? errorDocs(code) : null),
    }),
    status: t.exposeInt('status', { nullable: true, description: 'HTTP status of the provider.' }),
    inputTokens: t.exposeInt('inputTokens'),
    cachedInputTokens: t.exposeInt('cachedInputTokens'),
    cacheWriteTokens: t.exposeInt('cacheWriteTokens'),
    outputTokens: t.exposeInt('outputTokens'),
    reasoningTokens: t.exposeInt('reasoningTokens'),
    estimated: t.exposeBoolean('estimated', { description: 'Whether the tokens are an estimate.' }),
    cost: t.float({
      nullable: true,
      description: "US dollars; null if the model's price isn't known.",
      resolve: ({ costNanos }) => nanoDollars(costNanos),
    }),
    prices: t.expose('prices', {
      type: TokenPricesType,
      nullable: true,
      description: "The prices of its cost; null if they aren't known, or the catalog has changed since.",
    }),
    connectMs: t.exposeInt('connectMs', {
      nullable: true,
      description:
        "From its start until the provider accepted it with the headers of a response; null if it didn't, or its job ran before 0.17.0.",
    }),
    firstTokenMs: t.exposeInt('firstTokenMs', { nullable: true }),
    milliseconds: t.exposeInt('milliseconds', { nullable: true }),
    startedAt: t.expose('startedAt', { type: 'EpochMillis' }),
    retryAt: t.expose('retryAt', {
      type: 'EpochMillis',
      nullable: true,
      description: "When the model could be called again for the same request; null if it couldn't.",
    }),
  }),
});
