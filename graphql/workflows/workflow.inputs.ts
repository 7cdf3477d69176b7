import { builder } from '@/graphql/builder';

const WorkflowModeType = builder.enumType('WorkflowMode', {
  values: {
    DEPENDENCY: { description: 'A step waits for what it depends on.' },
    SEQUENTIAL: { description: 'A step waits for the one before it in the list.' },
    PARALLEL: { description: 'No step waits for another.' },
  },
});

const StrategyType = builder.enumType('Strategy', {
  description: 'How models are ranked for a step.',
  values: ['QUALITY', 'SPEED', 'COST', 'BALANCED'] as const,
});

const OnErrorType = builder.enumType('OnError', {
  description: 'Whether a step that fails fails the job.',
  values: ['FAIL', 'CONTINUE'] as const,
});

const OnRefusalType = builder.enumType('OnRefusal', {
  description: 'Whether a step calls its next model if one refuses.',
  values: ['FAIL', 'FALLBACK'] as const,
});

export const CallbackStatusType = builder.enumType('CallbackStatus', {
  description: 'What a callback waits for: an end of its job, or each of its steps that asks a person.',
  values: ['COMPLETED', 'FAILED', 'CANCELED', 'AWAITING_APPROVAL'] as const,
});

export const CallbackDeliveryType = builder.enumType('CallbackDelivery', {
  values: {
    PAYLOAD: { description: 'The result is in the body.' },
    FILE_URL: { description: 'The body has a signed link to the result, which expires.' },
    FILE: { description: 'The body has the link and the file itself, if it has at most 1 MiB.' },
  },
});

const ProcessorInputType = builder.inputType('ProcessorInput', {
  description: 'A processor of a step.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Case-sensitive.' }),
    options: t.field({ type: 'JSON', description: "The processor's own options." }),
  }),
});

const CallbackInputType = builder.inputType('CallbackInput', {
  fields: (t) => ({
    status: t.field({ type: CallbackStatusType, required: true }),
    url: t.string({ required: true }),
    delivery: t.field({ type: CallbackDeliveryType, description: 'Default: PAYLOAD.' }),
  }),
});

const StepInputType = builder.inputType('StepInput', {
  description: 'One task of a workflow.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Letters, digits and _, a letter first, at most 64.' }),
    task: t.string({ required: true }),
    instructions: t.string({ description: 'What to mind; a Liquid template.' }),
    input: t.string({
      description:
        'What the step works on, a Liquid template; default: what it depends on, or the input or file if nothing.',
    }),
    dependsOn: t.idList({ description: 'Steps that must have settled before it starts.' }),
    condition: t.string({ description: 'A CEL expression; false skips the step.' }),
    tone: t.string({ description: 'Default: neutral.' }),
    strategy: t.field({ type: StrategyType, description: 'Default: BALANCED.' }),
    model: t.string({ description: '`provider/model`, called first.' }),
    fallbacks: t.stringList({ description: 'Models that are called after it, in order.' }),
    temperature: t.float({ description: '0 to 2.' }),
    max_tokens: t.int({ description: 'Most tokens of the answer.' }),
    retries: t.int({ description: 'Further calls of one model, 0 to 5; default: 2.' }),
    timeout_ms: t.int({
      description: 'Longest wait for a complete reply, 1,000 to 600,000; default: 60,000.',
    }),
    first_token_timeout_ms: t.int({ description: 'Longest wait for its first token; default: 10,000.' }),
    idle_timeout_ms: t.int({ description: 'Longest silence between two tokens; default: 10,000.' }),
    on_error: t.field({ type: OnErrorType, description: 'Default: FAIL.' }),
    on_refusal: t.field({ type: OnRefusalType, description: 'Default: FAIL.' }),
    options: t.field({ type: 'JSON', description: "The task's own options." }),
    preprocessors: t.field({
      type: [ProcessorInputType],
      description: 'What changes its text before a model sees it, in this order; at most 10.',
    }),
    postprocessors: t.field({
      type: [ProcessorInputType],
      description: 'What checks its output or writes it to files, in this order; at most 10.',
    }),
  }),
});

export const StartWorkflowInputType = builder.inputType('StartWorkflowInput', {
  fields: (t) => ({
    name: t.string({ description: 'The template that it counts under; default: Unnamed workflow.' }),
    input: t.string({ description: 'The text that it works on.' }),
    variables: t.field({ type: 'JSON', description: 'An object, for templates and conditions.' }),
    mode: t.field({ type: WorkflowModeType, description: 'Default: DEPENDENCY.' }),
    steps: t.field({ type: [StepInputType], required: true }),
    callbacks: t.field({ type: [CallbackInputType] }),
    metadata: t.field({ type: 'JSON', description: "The caller's own reference, at most 4 KiB." }),
  }),
});
