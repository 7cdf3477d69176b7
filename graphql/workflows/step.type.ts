import { builder } from '@/graphql/builder';
import { StepApprovalType } from '@/graphql/workflows/approval.types';
import { limits, workflowLimits } from '@/lib/config/limits';
import { errorDocs } from '@/lib/config/workflow-errors';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import type { KeptMessage } from '@/lib/server/jobs/ledger/step-prompts';
import type { StepView } from '@/lib/server/workflows/views/job-contents';
import type { ErrorView } from '@/lib/server/workflows/views/job-errors';
import type { Spending } from '@/lib/server/workflows/views/read-attempts';

export const StepStatusType = builder.enumType('StepStatus', {
  values: ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'SKIPPED', 'CANCELED'] as const,
});

export const JobErrorType = builder.objectRef<ErrorView>('JobError').implement({
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

export const SpendingType = builder.objectRef<Spending>('JobSpending').implement({
  description:
    "The cost of calls that have ended, in US dollars. Costs that aren't known are counted, never 0.",
  fields: (t) => ({
    cost: t.float({
      description: 'Of the calls whose cost is known.',
      resolve: ({ knownNanos }) => dollarsOfNanos(knownNanos),
    }),
    unknownCalls: t.exposeInt('unknownCalls', { description: "Calls whose cost isn't known." }),
    estimated: t.exposeBoolean('estimated', { description: 'Whether tokens of some are an estimate.' }),
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

/** A key that may only start and cancel jobs doesn't read what others were asked. */
export const asked = { access: 'read' } as const;

export const JobStepType = builder.objectRef<StepView>('JobStep').implement({
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
      resolve: ({ costNanos }) => dollarsOfNanos(costNanos),
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
